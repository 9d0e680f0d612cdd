import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Cursor } from '../cursor.ts';
import type { PostStatus } from './post.ts';
import { findPartialMatches, startSearch } from './search.ts';

/** Which posts a list has. */
export type PostListFilter = {
  /** Without one, all. */
  status?: PostStatus | undefined;
  /** Their date is not later, ISO 8601 in UTC. */
  due: string;
  tag?: string | undefined;
  q?: string | undefined;
  /** Whether words are also looked for as parts of words, as far as `findPartialMatches` goes. */
  parts: boolean;
};

/** A part of a list: the places of its posts, read from indexes alone. */
export type ListPart = {
  /** The newest first. */
  places: Cursor[];
  /** How many posts the whole list has, counted up to a number. */
  count: (upTo: number) => Promise<number>;
};

/** Sorts after every id. */
const TOP_ID = '~';

/** The place before which all stands that is due by an instant. */
export function startCursor(due: string): Cursor {
  return { date: due, id: TOP_ID };
}

/** The newest of a list's posts that stand after a place, or from its top on. */
export async function readPostList(
  db: Database,
  listed: PostListFilter,
  after: Cursor | undefined,
  limit: number,
): Promise<ListPart> {
  const { q, parts, due } = listed;
  const top = startCursor(due);
  const before = after ?? top;
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  if (q === undefined || words.length === 0) {
    const { newest, count } = fromIndex(db, listed);
    return { places: await newest(before, limit), count: (upTo) => count(top, upTo) };
  }
  const [{ index, found, ...search }, byParts] = await Promise.all([
    startSearch(db, q, listed, top, { before, limit }),
    parts ? findPartialMatches(db, words, listed) : [],
  ]);
  const wanted = { ...search, within: 'post' } as const;
  if (byParts.length === 0) {
    return { places: found, count: (upTo) => index.count(wanted, top, upTo) };
  }
  return {
    places: together(found, byParts, before, limit),
    count: async (upTo) =>
      together(await index.newest(wanted, top, upTo), byParts, top, upTo).length,
  };
}

/** Some of a list, and those of some others that stand before a place. */
function together(
  ofList: readonly Cursor[],
  others: readonly Cursor[],
  before: Cursor,
  limit: number,
): Cursor[] {
  const known = new Set(ofList.map(({ id }) => id));
  const added = others.filter((place) => !known.has(place.id) && byNewest(before, place) < 0);
  return [...ofList, ...added].sort(byNewest).slice(0, limit);
}

/** Compares positions for sorting. */
function byNewest(a: Cursor, b: Cursor): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** The posts of an index that is sorted as the list is, so that no more of it is read than is asked for. */
function fromIndex({ query }: Database, { tag, status }: PostListFilter) {
  const id = sql.ref(tag === undefined ? 'id' : 'post_id');
  const table = tag === undefined ? sql`posts where true` : sql`post_tags where tag = ${tag}`;
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;

  function find(before: Cursor, limit: number): RawBuilder<Cursor> {
    // One upper bound to begin at, and the tie within that instant: an engine that is given both as
    // one condition begins at the newest post and walks down.
    return sql`
      select ${id} as id, date from ${table} ${ofStatus}
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
