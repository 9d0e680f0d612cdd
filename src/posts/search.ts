import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Cursor, isBefore } from '../server/cursor.ts';
import type { Database, Engine, PublicDatabase } from '../server/db/connect.ts';
import type { PostStatus } from './fields.ts';
import { type Terms, toTerms, withPrefix } from './search-terms.ts';
import { headWord } from './search-words.ts';

/** Matches posts with an alternative of every term, and the filters. */
type SearchQuery = {
  terms: Terms;
  /** The part of the post that must contain every word. */
  within: 'post' | 'title or tags';
  status?: PostStatus | undefined;
  /** Only posts with a later date, ISO 8601 in UTC. */
  since?: string | undefined;
  tag?: string | undefined;
  /** Only posts with unpublished changes. */
  hasChanges?: boolean | undefined;
};

/** Queries of the engine's full-text index. */
type SearchIndex = {
  /** The next matches after the cursor, newest first. */
  newest: (search: SearchQuery, before: Cursor, limit: number) => Promise<Cursor[]>;
  /** How many matches follow the cursor, counted up to a limit. */
  count: (search: SearchQuery, before: Cursor, upTo: number) => Promise<number>;
};

function createSearchIndex({ engine, query }: PublicDatabase): SearchIndex {
  /** The matches that follow the cursor, in no order. */
  function matches(search: SearchQuery, before: Cursor): RawBuilder<unknown> {
    const { status, since, tag, hasChanges } = search;
    return sql`${source(engine, search, before)}
      ${status === undefined ? sql`` : sql`and posts.status = ${status}`}
      ${since === undefined ? sql`` : laterThan(engine, since)}
      ${tag === undefined ? sql`` : sql`and ${hasTag(tag)}`}
      ${hasChanges ? WITH_CHANGES : sql``}`;
  }

  async function newest(search: SearchQuery, before: Cursor, limit: number): Promise<Cursor[]> {
    const { rows } = await sql<Cursor>`
      select posts.post_id as id, posts.date as date ${matches(search, before)}
      ${NEWEST_FIRST[engine]} limit ${limit}`.execute(query);
    return rows;
  }

  async function count(search: SearchQuery, before: Cursor, upTo: number): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select posts.post_id ${matches(search, before)} limit ${upTo}) as counted`.execute(query);
    return rows[0]?.total ?? 0;
  }

  return { newest, count };
}

/**
 * FTS5 reads matches in the order of their keys, which is that of dates (migration 019), so only the
 * requested ones are read. PostgreSQL's planner scans the index of dates for frequent words, and sorts the
 * results of the index of words for rare ones.
 */
function source(engine: Engine, search: SearchQuery, before: Cursor): RawBuilder<unknown> {
  const match = toMatch(search, engine);
  if (engine === 'postgres') {
    return sql`from post_search as posts
      where posts.vector @@ ${match}::tsquery and ${isBefore(['posts.date', 'posts.post_id'], before)}`;
  }
  return sql`from ${search.hasChanges ? CHANGED_WORDS : ALL_WORDS}
    where post_words match ${match} and posts.date <= ${before.date}
      and post_words.rowid < coalesce(
        (select key from post_search where post_id = ${before.id}),
        ${firstKeyOf(before.date)} + ${sql.lit(KEYS_PER_INSTANT)})`;
}

/** FTS5 would read every earlier match to its end without a bound of the keys. */
function laterThan(engine: Engine, since: string): RawBuilder<unknown> {
  const firstKey = engine === 'sqlite' ? sql`and post_words.rowid >= ${firstKeyOf(since)}` : sql``;
  return sql`and posts.date > ${since} ${firstKey}`;
}

const NEWEST_FIRST = {
  sqlite: sql`order by post_words.rowid desc`,
  postgres: sql`order by posts.date desc, posts.post_id desc`,
} as const satisfies Record<Engine, unknown>;

/** As in migration 019. */
const KEYS_PER_INSTANT = 16_384;
const firstKeyOf = (date: string) => sql`(
  (cast(strftime('%s', ${date}) as integer) * 1000 + cast(substr(${date}, 21, 3) as integer))
  * ${sql.lit(KEYS_PER_INSTANT)})`;

function hasTag(tag: string): RawBuilder<SqlBool> {
  return sql`exists (
    select true from post_tags where post_tags.post_id = posts.post_id and post_tags.tag = ${tag})`;
}

const WITH_CHANGES = sql`and posts.post_id in (
  select id from posts where latest_version <> public_version and deleted_at is null)`;

/** A cross join fixes the order in which SQLite reads: the matches, or the few posts with changes. */
const ALL_WORDS = sql`post_words cross join post_search as posts on posts.key = post_words.rowid`;
const CHANGED_WORDS = sql`posts as changed
  cross join post_search as posts on posts.post_id = changed.id
    and changed.latest_version <> changed.public_version and changed.deleted_at is null
  cross join post_words on post_words.rowid = posts.key`;

/** The query in the engine's syntax. Words contain only letters and digits, so nothing can be injected. */
function toMatch({ terms, within }: SearchQuery, engine: Engine): string {
  const { quote, and, or, prefix } = SYNTAX[engine];
  const toWord = (word: string) => quote + (within === 'post' ? word : headWord(word)) + quote;
  return terms
    .map(({ words, prefix: start }) => {
      const alternatives = words.map(toWord);
      if (start !== undefined) alternatives.push(toWord(start) + prefix);
      return `(${alternatives.join(or)})`;
    })
    .join(and);
}

const SYNTAX = {
  sqlite: { quote: '"', and: ' AND ', or: ' OR ', prefix: '*' },
  postgres: { quote: "'", and: ' & ', or: ' | ', prefix: ':*' },
} as const satisfies Record<Engine, unknown>;

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
