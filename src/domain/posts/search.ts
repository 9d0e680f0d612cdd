import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Cursor } from '../cursor.ts';
import type { PostStatus } from './post.ts';
import { createSearchIndex, type SearchIndex, type SearchQuery } from './search-index.ts';
import { type Terms, toTerms, withPrefix } from './search-terms.ts';

type Filter = Pick<SearchQuery, 'status' | 'tag'>;

type Search = Filter & {
  index: SearchIndex;
  terms: Terms;
  /** The first matches that were asked for. */
  found: Cursor[];
};

/**
 * Looks for the posts that hold every word of a query in title, description, slug, tags or body, in singular
 * or plural. When no post does, the last word is taken for the beginning of one. A query without any letter
 * or digit finds nothing.
 *
 * @param top the latest position that will be asked for
 * @param first the matches that are read at once: so many before a position
 */
export async function startSearch(
  db: Database,
  q: string,
  { status, tag }: Filter,
  top: Cursor,
  first: { before: Cursor; limit: number },
): Promise<Search> {
  const whole = { terms: toTerms(q), status, tag };
  if (whole.terms.length === 0) return { ...whole, index: NO_MATCHES, found: [] };
  const index = createSearchIndex(db);
  const read = (search: typeof whole, before: Cursor, limit: number) =>
    index.newest({ ...search, within: 'post' }, before, limit);
  const found = await read(whole, first.before, first.limit);
  if (found.length > 0) return { ...whole, index, found };
  const isLaterPage = first.before !== top && (await read(whole, top, 1)).length > 0;
  const terms = isLaterPage ? null : withPrefix(q);
  if (terms === null) return { ...whole, index, found };
  const completed = { ...whole, terms };
  return { ...completed, index, found: await read(completed, first.before, first.limit) };
}

const NO_MATCHES: SearchIndex = { newest: async () => [], count: async () => 0 };

/** Among how many of the newest posts parts of words are looked for. */
const LOOKED_THROUGH = 500;

/**
 * Of the newest posts, those whose title or address has every word as a part of it, punctuation
 * included: what an index of words cannot find.
 */
export async function findPartialMatches(
  { engine, query }: Database,
  words: readonly string[],
  { due, status, tag }: { due: string; status?: PostStatus | undefined; tag?: string | undefined },
): Promise<Cursor[]> {
  // The case of other letters than A to Z stays as it is here; whole words are found in any.
  const like = engine === 'postgres' ? 'ilike' : 'like';
  return query
    .selectFrom((eb) =>
      eb
        .selectFrom('posts')
        .select(['id', 'date', 'title', 'slug'])
        .where('date', '<=', due)
        .$if(status !== undefined, (posts) => posts.where('status', '=', status as PostStatus))
        .orderBy('date', 'desc')
        .orderBy('id', 'desc')
        .limit(LOOKED_THROUGH)
        .as('newest'),
    )
    .select(['id', 'date'])
    .where((eb) =>
      eb.and(
        words.map((word) => {
          const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
          const holds = (column: 'title' | 'slug') =>
            sql<SqlBool>`${sql.ref(column)} ${sql.raw(like)} ${pattern} escape '\\'`;
          return eb.or([holds('title'), holds('slug')]);
        }),
      ),
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
    .execute();
}
