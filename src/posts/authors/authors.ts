import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import { refuseRemovedPictures } from '../../media/picture-uses.ts';
import { publicPosts } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../../server/db/transaction.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { fail, invalidField, type Result, succeed } from '../../server/failure.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import { type PostSummary, slugify } from '../post.ts';
import { SUMMARY_COLUMNS, toSummary } from '../rows.ts';
import {
  AUTHOR_LIMITS,
  type Author,
  type AuthorFields,
  findNamed,
  type ListedAuthor,
  nameKey,
} from './author.ts';
import { byName, insertAuthor, readAuthors } from './author-rows.ts';

/** A public author with the newest of their public posts. */
export type AuthorPage = ListedAuthor & { posts: PostSummary[] };

type By = { /** The administrator's email. */ by: string };
type Versioned = By & { /** The version that was edited or seen. */ version: number };

/** Posts on the page of an author. */
const MAX_POSTS = 100;

const usedAuthors = perSite((site: Site) =>
  untilPostsChange(site, async (instant) => {
    const authors = await readAuthors(site.db.query);
    const known = byName(authors);
    const bylines = new Map(authors.map(({ id }) => [id, new Map<string, number>()]));
    const rows = await publicPosts(site.db.query, instant)
      .select(['author', ({ fn }) => fn.countAll().as('posts')])
      .groupBy('author')
      .execute();
    for (const { author, posts } of rows) {
      // A byline may have two names of one author.
      const named = findNamed(author, (key) => known.get(key));
      for (const { found } of named) bylines.get(found.id)?.set(author, Number(posts));
    }
    return authors.map((author) => ({ author, bylines: bylines.get(author.id) ?? new Map() }));
  }),
);

/** All authors by name. */
export async function listAuthors(site: Site): Promise<ListedAuthor[]> {
  return (await usedAuthors(site)()).map(toListed);
}

export async function authorPage(site: Site, slug: string): Promise<AuthorPage | null> {
  const used = (await usedAuthors(site)()).find(({ author }) => author.slug === slug.toLowerCase());
  if (used === undefined) return null;
  const named = [...used.bylines.keys()];
  const posts =
    named.length === 0
      ? []
      : await publicPosts(site.db.query, site.now())
          .select(SUMMARY_COLUMNS)
          .where('author', 'in', named.slice(0, MAX_BYLINES))
          .orderBy('date', 'desc')
          .orderBy('id', 'desc')
          .limit(MAX_POSTS)
          .execute();
  return { ...toListed(used), posts: posts.map(toSummary) };
}

export async function addAuthor(
  site: Site,
  fields: AuthorFields,
  { by }: By,
): Promise<Result<Author>> {
  return change(site, fields, async (trx, others) => {
    if (others.length >= AUTHOR_LIMITS.authors) return FULL;
    const at = site.now();
    const slug = freeSlug(fields.name, new Set(others.map((other) => other.slug)));
    const author = { ...fields, id: randomUUID(), slug, version: 1, updatedAt: at };
    await insertAuthor(trx, author);
    await recordEvent(trx, { at, actor: by, action: 'author-added', subject: fields.name });
    return succeed(author);
  });
}

/** Fails with a conflict when `version` is not the current one; `current` is the author as it stands. */
export async function editAuthor(
  site: Site,
  id: string,
  fields: AuthorFields,
  { by, version }: Versioned,
): Promise<Result<Author>> {
  return change(
    site,
    fields,
    async (trx) => {
      const before = await findAuthor(trx, id, version);
      if (!before.ok) return before;
      const at = site.now();
      const { slug } = before.value;
      const author = { ...fields, id, slug, version: version + 1, updatedAt: at };
      await deleteAuthor(trx, id);
      await insertAuthor(trx, author);
      await recordEvent(trx, { at, actor: by, action: 'author-edited', subject: fields.name });
      return succeed(author);
    },
    id,
  );
}

/** Posts keep the name in their bylines. */
export async function removeAuthor(
  site: Site,
  id: string,
  { by, version }: Versioned,
): Promise<Result<void>> {
  return change(site, null, async (trx) => {
    const before = await findAuthor(trx, id, version);
    if (!before.ok) return before;
    await deleteAuthor(trx, id);
    const { name } = before.value;
    await recordEvent(trx, { at: site.now(), actor: by, action: 'author-removed', subject: name });
    return succeed(undefined);
  });
}

/**
 * One change at a time. Fails when another author has one of the names, or when the picture was removed.
 *
 * @param fields null for a removal
 * @param id of the author whose fields they are; undefined for a new one
 */
async function change<T>(
  { postChanged, db: { query, engine } }: Site,
  fields: AuthorFields | null,
  act: (trx: Kysely<Tables>, others: readonly Author[]) => Promise<Result<T>>,
  id?: string,
): Promise<Result<T>> {
  const result = await inTransaction(query, async (trx) => {
    await lockTransaction(trx, engine, 'authors');
    const others = (await readAuthors(trx)).filter((other) => other.id !== id);
    const refusal =
      fields === null
        ? null
        : (refuseTakenNames(fields, others) ??
          (await refuseRemovedPictures(trx, engine, {
            content: '',
            coverImage: fields.picture,
          })));
    return refusal ?? act(trx, others);
  });
  if (result.ok) postChanged();
  return result;
}

/** Values that every engine takes in a statement: an author with more co-authors misses the posts of the rest. */
const MAX_BYLINES = 10_000;

const FULL = fail({
  kind: 'conflict',
  detail: `There are ${AUTHOR_LIMITS.authors} authors already. Remove one first.`,
});

type UsedAuthor = { author: Author; bylines: ReadonlyMap<string, number> };

function toListed({ author, bylines }: UsedAuthor): ListedAuthor {
  return { ...author, postCount: [...bylines.values()].reduce((sum, posts) => sum + posts, 0) };
}

async function findAuthor(
  trx: Kysely<Tables>,
  id: string,
  version: number,
): Promise<Result<Author>> {
  const author = (await readAuthors(trx)).find((each) => each.id === id);
  if (author === undefined) return fail({ kind: 'not-found', detail: 'There is no such author.' });
  if (author.version === version) return succeed(author);
  const detail = 'This author was changed by someone else in the meantime.';
  return fail({ kind: 'conflict', detail, current: author });
}

function refuseTakenNames(fields: AuthorFields, others: readonly Author[]): Result<never> | null {
  const owners = byName(others);
  for (const [field, names] of [
    ['name', [fields.name]],
    ['otherNames', fields.otherNames],
  ] as const) {
    const taken = names.find((name) => owners.has(nameKey(name)));
    if (taken === undefined) continue;
    const owner = owners.get(nameKey(taken));
    return invalidField(field, `“${taken}” is already a name of ${owner?.name}`, 'taken');
  }
  return null;
}

/** Made of the name, whose letters lose their accents; `author` where nothing of it can stand in a slug. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const base = slugify(name.normalize('NFKD').replace(/\p{M}/gu, '')) || 'author';
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** With its names. */
async function deleteAuthor(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('authors').where('id', '=', id).execute();
}
