import { type SqlBool, sql } from 'kysely';
import type { Cursor } from '../server/cursor.ts';
import type { Database, PublicDatabase } from '../server/db/connect.ts';
import type { PostStatus } from './post.ts';
import { createSearchIndex, type SearchIndex, type SearchQuery } from './search-index.ts';
import { type Terms, toTerms, withPrefix } from './search-terms.ts';

type SearchFilter = Pick<SearchQuery, 'status' | 'since' | 'tag' | 'hasChanges'>;

type StartedSearch = SearchFilter & {
  index: SearchIndex;
  terms: Terms;
  /** The requested first matches. */
  found: Cursor[];
};

/**
 * Finds the posts that contain every word of a query in title, description, slug, tags or body, in singular
 * or plural. When none does, the last word is used as a prefix. A query without any letter or digit finds
 * nothing.
 *
 * @param start the cursor of the first page
 * @param first the page of matches to read
 */
export async function startSearch(
  db: PublicDatabase,
  q: string,
  { status, since, tag, hasChanges }: SearchFilter,
  start: Cursor,
  first: { before: Cursor; limit: number },
): Promise<StartedSearch> {
  const whole = { terms: toTerms(q), status, since, tag, hasChanges };
  if (whole.terms.length === 0) return { ...whole, index: NO_MATCHES, found: [] };
  const index = createSearchIndex(db);
  const read = (search: typeof whole, before: Cursor, limit: number) =>
    index.newest({ ...search, within: 'post' }, before, limit);
  const found = await read(whole, first.before, first.limit);
  if (found.length > 0) return { ...whole, index, found };
  const isLaterPage = first.before !== start && (await read(whole, start, 1)).length > 0;
  const terms = isLaterPage ? null : withPrefix(q);
  if (terms === null) return { ...whole, index, found };
  const completed = { ...whole, terms };
  return { ...completed, index, found: await read(completed, first.before, first.limit) };
}

const NO_MATCHES: SearchIndex = { newest: async () => [], count: async () => 0 };

/** The newest posts, among which partial matches are searched. */
const MAX_SCANNED = 500;

/**
 * Of the newest posts, those whose title or slug contains every word as a substring, punctuation
 * included, which an index of words cannot find.
 */
export async function findPartialMatches(
  { engine, query }: Database,
  words: readonly string[],
  { due, status, since, tag, hasChanges }: SearchFilter & { due: string },
): Promise<Cursor[]> {
  // Both engines fold the case of A to Z only here; the index finds whole words in any case.
  const like = engine === 'postgres' ? 'ilike' : 'like';
  return (
    query
      .selectFrom((eb) =>
        eb
          .selectFrom('posts')
          .select(['id', 'date', 'posts.slug', 'latest_version', 'public_version'])
          .where('deleted_at', 'is', null)
          .where('date', '<=', due)
          .$if(status !== undefined, (posts) => posts.where('status', '=', status as PostStatus))
          .$if(since !== undefined, (posts) => posts.where('date', '>', since as string))
          .orderBy('date', 'desc')
          .orderBy('id', 'desc')
          .limit(MAX_SCANNED)
          .as('newest'),
      )
      // Joined after the limit: in the view that lists read, PostgreSQL would join and sort all posts first.
      .innerJoin('post_versions', (join) =>
        join
          .onRef('post_id', '=', 'newest.id')
          .on('version', '=', ({ fn }) => fn.coalesce('public_version', 'latest_version')),
      )
      .select(['newest.id', 'date'])
      .where((eb) =>
        eb.and(
          words.map((word) => {
            const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
            const holds = (column: 'title' | 'newest.slug') =>
              sql<SqlBool>`${sql.ref(column)} ${sql.raw(like)} ${pattern} escape '\\'`;
            return eb.or([holds('title'), holds('newest.slug')]);
          }),
        ),
      )
      .$if(hasChanges === true, (newest) =>
        newest.whereRef('latest_version', '<>', 'public_version'),
      )
      .$if(tag !== undefined, (newest) =>
        newest.where((eb) =>
          eb.exists(
            eb
              .selectFrom('post_tags')
              .select('tag')
              .whereRef('post_id', '=', 'newest.id')
              .where('tag', '=', tag as string),
          ),
        ),
      )
      .execute()
  );
}
