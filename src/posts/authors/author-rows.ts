import type { Kysely, Selectable } from 'kysely';
import { changed } from '../../server/db/public-views.ts';
import type { PublicTables, Tables } from '../../server/db/tables.ts';
import { byName } from '../fields.ts';
import type { ReadPost } from '../post.ts';
import { AUTHOR_TEXTS, type Author, type AuthorFields, nameKey, namesIn } from './author.ts';

function toAuthor(row: Selectable<Tables['authors']>): Author {
  const { id, slug, version, updated_at: updatedAt } = row;
  // Older records have a ROR ID, and no link; the oldest no family name.
  const { ror = '', ...stored }: Partial<AuthorFields> & { ror?: string } = JSON.parse(row.fields);
  const { kind = 'person', link = ror } = stored;
  const texts = byName(AUTHOR_TEXTS, (name) => stored[name] ?? '');
  return { kind, ...texts, link, id, slug, version, updatedAt };
}

export async function readAuthors(query: Kysely<PublicTables> | Kysely<Tables>): Promise<Author[]> {
  const authors = (query as Kysely<PublicTables>).selectFrom('authors');
  const rows = await authors.selectAll().orderBy('id').execute();
  return rows.map(toAuthor).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export async function insertAuthor(trx: Kysely<Tables>, author: Author): Promise<void> {
  const { id, slug, version, updatedAt, ...fields } = author;
  const row = { id, slug, fields: JSON.stringify(fields), version, updated_at: updatedAt };
  await trx.insertInto('authors').values(row).execute();
  await changed(trx);
}

export async function withAuthors<P extends Pick<ReadPost, 'author'>>(
  query: Kysely<PublicTables>,
  posts: readonly P[],
): Promise<(P & Pick<ReadPost, 'authors'>)[]> {
  const records = new Map(
    (await readAuthors(query)).map((author) => {
      const { slug, kind, name, familyName, orcid, affiliation } = author;
      return [nameKey(name), { slug, kind, familyName, orcid, affiliation }];
    }),
  );
  return posts.map((post) => {
    const authors = namesIn(post.author, (key) => records.get(key)).flatMap(({ name, record }) =>
      record === undefined ? [] : [{ ...record, name }],
    );
    return authors.length === 0 ? post : { ...post, authors };
  });
}
