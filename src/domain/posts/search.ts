import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database, Engine } from '../../db/connect.ts';
import type { Position } from '../position.ts';
import type { PostStatus } from './post.ts';
import { openSearchIndex, type SearchIndex, type Wanted } from './search-index.ts';
import { toTerms } from './search-terms.ts';

/** So many of the words that begin with what is typed half are looked for, the shortest first. */
const COMPLETIONS = 12;
/** Among how many words completions are chosen. */
const CONSIDERED = 1_000;

/** Sorts after every word that begins the same. */
const HIGHEST = '\u{10ffff}';

type Search = Omit<Wanted, 'within'> & {
  index: SearchIndex;
  /** The first that were asked for. */
  found: Position[];
};

/**
 * Looks for the posts that hold every word of a query in title, description, address, tags or body,
 * in singular or plural. When no post does, the last word is taken for the beginning of one. A query
 * without any letter or digit finds nothing.
 *
 * @param top the latest place that will be asked for
 * @param first what is wanted first: so many that stand before a place
 */
export async function openSearch(
  db: Database,
  q: string,
  { status, tag }: { status?: PostStatus | undefined; tag?: string | undefined },
  top: Position,
  first: { before: Position; limit: number },
): Promise<Search> {
  const whole = { terms: toTerms(q, []), status, tag };
  const { last } = whole.terms;
  if (last === '') return { ...whole, index: NOTHING, found: [] };
  const index = await openSearchIndex(db, top);
  const read = (search: typeof whole, before: Position, limit: number) =>
    index.newest({ ...search, within: 'post' }, before, limit);
  const found = await read(whole, first.before, first.limit);
  if (found.length > 0) return { ...whole, index, found };
  const isAbove = first.before !== top && (await read(whole, top, 1)).length > 0;
  if (isAbove) return { ...whole, index, found };
  const completions = await completionsOf(db, last);
  if (completions.length === 0) return { ...whole, index: NOTHING, found };
  const completed = { ...whole, terms: toTerms(q, completions) };
  return { ...completed, index, found: await read(completed, first.before, first.limit) };
}

const NOTHING: SearchIndex = { newest: async () => [], count: async () => 0 };

async function completionsOf({ query }: Database, word: string): Promise<string[]> {
  const rows = await query
    .selectFrom((eb) =>
      eb
        .selectFrom('search_words')
        .select('word')
        .where('word', '>', word)
        .where('word', '<', word + HIGHEST)
        .orderBy('word')
        .limit(CONSIDERED)
        .as('considered'),
    )
    .select('word')
    .orderBy((eb) => eb.fn('length', ['word']))
    .orderBy('word')
    .limit(COMPLETIONS)
    .execute();
  return rows.map((row) => row.word);
}

/** Among how many of the newest posts parts of words are looked for. */
const LOOKED_THROUGH = 500;

/**
 * Of the newest posts, those whose title or address has every word as a part of it, punctuation
 * included: what an index of words cannot find.
 */
export async function findParts(
  { engine, query }: Database,
  words: readonly string[],
  { due, status, tag }: { due: string; status?: PostStatus | undefined; tag?: string | undefined },
): Promise<Position[]> {
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

/** Whether a column holds a word, whatever the case. */
export function containsWord(column: string, word: string, engine: Engine): Expression<SqlBool> {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // The columns sort by bytes, and under that collation PostgreSQL's `lower` knows ASCII only.
  const text = engine === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column);
  // The escape character must be named: SQLite has none by default.
  return sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`;
}
