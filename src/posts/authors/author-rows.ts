import type { Kysely, Selectable } from 'kysely';
import type { PublicTables, Tables } from '../../server/db/tables.ts';
import type { ReadPost } from '../post.ts';
import { type Author, bylineNames, findNamed, nameKey } from './author.ts';

type Row = Selectable<Tables['authors']>;

export function toAuthor({ id, slug, fields, version, updated_at }: Row): Author {
  // Older records have none.
  return { familyName: '', ...JSON.parse(fields), id, slug, version, updatedAt: updated_at };
}

/** All authors by name. */
export async function readAuthors(query: Kysely<Tables>): Promise<Author[]> {
  const rows = await query.selectFrom('authors').selectAll().orderBy('id').execute();
  return rows.map(toAuthor).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** By each of their names, as `nameKey` has it. */
export function byName(authors: readonly Author[]): Map<string, Author> {
  return new Map(
    authors.flatMap((author) =>
      [author.name, ...author.otherNames].map((name) => [nameKey(name), author] as const),
    ),
  );
}

export async function insertAuthor(trx: Kysely<Tables>, author: Author): Promise<void> {
  const { id, slug, version, updatedAt, ...fields } = author;
  const row = { id, slug, fields: JSON.stringify(fields), version, updated_at: updatedAt };
  await trx.insertInto('authors').values(row).execute();
  const names = [author.name, ...author.otherNames].map(nameKey);
  await trx
    .insertInto('author_names')
    .values(names.map((name) => ({ name_key: name, author_id: id })))
    .execute();
}

/** Adds the authors that have a record to posts whose bylines name them. */
export async function withAuthors<P extends Pick<ReadPost, 'author'>>(
  query: Kysely<PublicTables>,
  posts: readonly P[],
): Promise<(P & Pick<ReadPost, 'authors'>)[]> {
  const keys = new Set(
    posts.flatMap(({ author }) => [author, ...bylineNames(author)].map(nameKey)),
  );
  if (keys.size === 0) return [...posts];
  const rows = await query
    .selectFrom('author_names')
    .innerJoin('authors', 'authors.id', 'author_names.author_id')
    .selectAll('authors')
    .select('name_key')
    .where('name_key', 'in', [...keys])
    .execute();
  const records = new Map(
    rows.map((row) => {
      const { slug, kind, familyName, orcid, affiliation, ror } = toAuthor(row);
      return [row.name_key, { slug, kind, familyName, orcid, affiliation, ror }];
    }),
  );
  return posts.map((post) => {
    const named = findNamed(post.author, (key) => records.get(key));
    const authors = named.map(({ name, found }) => ({ ...found, name }));
    return authors.length === 0 ? post : { ...post, authors };
  });
}
