import { type RawBuilder, sql } from 'kysely';
import type { Cursor } from '../server/cursor.ts';
import type { PublicDatabase } from '../server/db/connect.ts';
import type { PostStatus } from './fields.ts';
import type { PostSummary } from './post.ts';
import { startSearch } from './search.ts';

export type PostQuery = {
  /** 1–100. */
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
  tag?: string | undefined;
  /** A search query, see `startSearch`. */
  q?: string | undefined;
};

export type PostPage<Summary = PostSummary> = {
  posts: Summary[];
  /** The size of the whole list; with a tag or a query, counted up to `MAX_TOTAL`. */
  total: number;
  next: Cursor | null;
};

/** Counting stops here: the cost of a page must not grow with the rest of the list. */
const MAX_TOTAL = 1_000;

/**
 * Reads a page of a list of posts.
 *
 * @param countAll counts the list without tag and query
 * @param readSummaries reads posts in the order of their ids
 */
export async function readPostPage<Summary>(
  db: PublicDatabase,
  wanted: PostQuery & PostListFilter,
  countAll: () => Promise<number>,
  readSummaries: (ids: readonly string[]) => Promise<Summary[]>,
): Promise<PostPage<Summary>> {
  const { limit, after, tag, q, hasChanges, since } = wanted;
  const { cursors, count } = await readPostList(db, wanted, after, limit + 1);
  const visible = cursors.slice(0, limit);
  const isWhole = after === undefined && cursors.length <= limit;
  const isEverything = tag === undefined && q === undefined && !hasChanges && since === undefined;
  const countList = () => (isEverything ? countAll() : count(MAX_TOTAL));
  const [total, posts] = await Promise.all([
    isWhole ? cursors.length : countList(),
    readSummaries(visible.map(({ id }) => id)),
  ]);
  return { posts, total, next: cursors.length > limit ? (visible.at(-1) ?? null) : null };
}

export type PostListFilter = {
  /** Undefined means any status. */
  status?: PostStatus | undefined;
  /** The latest date of a listed post, ISO 8601 in UTC. */
  due: string;
  /** Only posts with a later date, ISO 8601 in UTC. */
  since?: string | undefined;
  tag?: string | undefined;
  /** Only posts with unpublished changes. */
  hasChanges?: boolean | undefined;
  q?: string | undefined;
  /** Finds posts by parts of words, which the index of words cannot; undefined looks for none. */
  findPartialMatches?: ((words: readonly string[]) => Promise<Cursor[]>) | undefined;
};

/** Part of a list, read from indexes alone. */
type PostListPage = {
  /** Newest first. */
  cursors: Cursor[];
  /** The size of the whole list, counted up to a limit. */
  count: (upTo: number) => Promise<number>;
};

/** Sorts after every id. */
const MAX_ID = '~';

/** Precedes, newest first, every post that is due by an instant. */
export function startCursor(due: string): Cursor {
  return { date: due, id: MAX_ID };
}

/** The next posts of a list after a cursor, or its first ones. */
export async function readPostList(
  db: PublicDatabase,
  filter: PostListFilter,
  after: Cursor | undefined,
  limit: number,
): Promise<PostListPage> {
  const { q, due } = filter;
  const start = startCursor(due);
  const before = after ?? start;
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  if (q === undefined || words.length === 0) {
    const { newest, count } = fromIndex(db, filter);
    return { cursors: await newest(before, limit), count: (upTo) => count(start, upTo) };
  }
  const [{ index, found, ...search }, partialMatches] = await Promise.all([
    startSearch(db, q, filter, start, { before, limit }),
    filter.findPartialMatches?.(words) ?? [],
  ]);
  const searchQuery = { ...search, within: 'post' } as const;
  if (partialMatches.length === 0) {
    return { cursors: found, count: (upTo) => index.count(searchQuery, start, upTo) };
  }
  return {
    cursors: merge(found, partialMatches, before, limit),
    count: async (upTo) =>
      merge(await index.newest(searchQuery, start, upTo), partialMatches, start, upTo).length,
  };
}

/** Merges the matches of the index with those partial matches that come after `before`, newest first. */
function merge(
  matches: readonly Cursor[],
  partialMatches: readonly Cursor[],
  before: Cursor,
  limit: number,
): Cursor[] {
  const known = new Set(matches.map(({ id }) => id));
  const added = partialMatches.filter(
    (match) => !known.has(match.id) && byNewest(before, match) < 0,
  );
  return [...matches, ...added].sort(byNewest).slice(0, limit);
}

function byNewest(a: Cursor, b: Cursor): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

/** Reads from an index in the order of the list, so that only the requested rows are read. */
function fromIndex({ query }: PublicDatabase, filter: PostListFilter) {
  const { tag, status, since, hasChanges } = filter;
  const later = since === undefined ? sql`` : sql`and date > ${since}`;
  const { table, id } = sourceOf(tag, status, hasChanges);

  function find(before: Cursor, limit: number): RawBuilder<Cursor> {
    // Two conditions, the upper bound and the tie within that instant: with a single one, engines start
    // at the newest post and scan down.
    return sql`
      select ${id} as id, date from ${table} ${later}
        and date <= ${before.date} and (date < ${before.date} or ${id} < ${before.id})
      order by date desc, ${id} desc limit ${limit}`;
  }

  async function newest(before: Cursor, limit: number): Promise<Cursor[]> {
    return (await find(before, limit).execute(query)).rows;
  }

  async function count(before: Cursor, upTo: number): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (${find(before, upTo)}) as counted`.execute(query);
    return rows[0]?.total ?? 0;
  }

  return { newest, count };
}

function sourceOf(
  tag: string | undefined,
  status: PostStatus | undefined,
  hasChanges: boolean | undefined,
) {
  if (status === 'draft' && hasChanges) return { id: sql.ref('id'), table: sql`posts where false` };
  if (hasChanges) return withChanges(tag);
  if (tag !== undefined) {
    const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;
    return { id: sql.ref('post_id'), table: sql`post_tags where tag = ${tag} ${ofStatus}` };
  }
  const table = status === undefined ? sql`posts where deleted_at is null` : OF_STATUS[status];
  return { id: sql.ref('id'), table };
}

const OF_STATUS = {
  published: sql`public_dates where true`,
  draft: sql`posts where status = 'draft'`,
} as const satisfies Record<PostStatus, unknown>;

/** Reads every post with changes and sorts them: they are few, and lie anywhere in the order of the list. */
function withChanges(tag: string | undefined) {
  // A comparison with the tag in the subquery would read every post that has it.
  const tagged = sql`and ${tag} in (select tag from post_tags where post_tags.post_id = posts.id)`;
  return {
    id: sql.ref('id'),
    table: sql`posts where latest_version <> public_version and deleted_at is null
      ${tag === undefined ? sql`` : tagged}`,
  };
}
