import type { Kysely } from 'kysely';
import { z } from 'zod';
import { AUTHOR_LIMITS, type Author, nameKey } from '../../posts/authors/author.ts';
import { authorInputSchema } from '../../posts/authors/author-input.ts';
import { insertAuthor, readAuthors } from '../../posts/authors/author-rows.ts';
import { SLUG } from '../../posts/post.ts';
import type { Engine } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/tables.ts';
import { text } from '../../server/fields.ts';
import { lockTransaction } from '../../server/transaction-lock.ts';
import { checkRecords, type Records } from './check-records.ts';
import { count, instant } from './post-records.ts';

const identitySchema = z.object({
  id: text(100).min(1),
  slug: z.string().max(AUTHOR_LIMITS.name).regex(SLUG),
  version: count,
  updatedAt: instant,
});

const authorSchema: z.ZodType<Author> = z
  .unknown()
  .pipe(z.intersection(authorInputSchema, identitySchema));

/** Checks the authors of an export one by one. */
export function checkAuthors(records: readonly unknown[]): Records<Author> {
  return checkRecords(records, authorSchema, ['id', 'slug']);
}

type AuthorsPlan = {
  added: Author[];
  /** Nobody has edited them here. */
  replaced: Author[];
  /** Why authors are not written, one sentence for each. */
  conflicts: string[];
};

/** What an export brings. Authors who were added or edited here stay as they are. */
export async function planAuthors(
  query: Kysely<Tables>,
  authors: readonly Author[],
): Promise<AuthorsPlan> {
  const plan: AuthorsPlan = { added: [], replaced: [], conflicts: [] };
  const here = new Map((await readAuthors(query)).map((author) => [author.id, author]));
  for (const author of authors) {
    const known = here.get(author.id);
    const isSame = JSON.stringify(known) === JSON.stringify(author);
    const others = [...here.values()].filter(({ id }) => id !== author.id);
    if (isSame) continue;
    if (known !== undefined && known.version > 1)
      plan.conflicts.push(`“${author.name}” was edited here and stays as it is.`);
    else if (others.some((other) => other.slug === author.slug || shareName(other, author)))
      plan.conflicts.push(`“${author.name}” has the name of another author here, who stays.`);
    else if (known === undefined && here.size >= AUTHOR_LIMITS.authors)
      plan.conflicts.push(`“${author.name}” (a site has at most ${AUTHOR_LIMITS.authors} authors)`);
    else {
      (known === undefined ? plan.added : plan.replaced).push(author);
      here.set(author.id, author);
    }
  }
  return plan;
}

/** Plans again under the lock of the authors, and writes the plan. */
export async function writeAuthors(
  trx: Kysely<Tables>,
  engine: Engine,
  authors: readonly Author[],
): Promise<void> {
  await lockTransaction(trx, engine, 'authors');
  const { added, replaced } = await planAuthors(trx, authors);
  for (const { id } of replaced) await trx.deleteFrom('authors').where('id', '=', id).execute();
  for (const author of [...added, ...replaced]) await insertAuthor(trx, author);
}

function shareName(one: Author, other: Author): boolean {
  const keys = new Set([one.name, ...one.otherNames].map(nameKey));
  return [other.name, ...other.otherNames].some((name) => keys.has(nameKey(name)));
}
