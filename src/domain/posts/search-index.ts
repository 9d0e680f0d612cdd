import { type RawBuilder, sql } from 'kysely';
import type { Database, Engine } from '../../db/connect.ts';
import { headWord, statusMark, tagMark, timeMark } from '../../db/search-words.ts';
import { type Position, standsBefore } from '../position.ts';
import type { PostStatus } from './post.ts';
import type { Terms } from './search-terms.ts';

/** Which posts are looked for, all of it together. */
export type Wanted = {
  terms: Terms;
  /** Where every word must stand. */
  within: 'post' | 'title or tags';
  status?: PostStatus | undefined;
  tag?: string | undefined;
};

/**
 * The newest matches, found by the index of words alone. What that costs depends on how many are asked
 * for, and hardly on how many there are.
 */
export type SearchIndex = {
  /** The newest that stand before a place, the newest first. */
  newest: (wanted: Wanted, before: Position, limit: number) => Promise<Position[]>;
  /** How many stand before a place, counted up to a number. */
  count: (wanted: Wanted, before: Position, upTo: number) => Promise<number>;
};

/** @param top the latest place that will be asked for */
export async function openSearchIndex(db: Database, top: Position): Promise<SearchIndex> {
  return db.engine === 'postgres' ? openPostgres(db, top) : openSqlite(db);
}

/** Words hold letters and digits alone: nothing of what somebody types is part of the language here. */
function toMatch({ terms, within, status, tag }: Wanted, engine: Engine): string {
  const { quote, and, or, not } = LANGUAGES[engine];
  const anyOf = (words: readonly string[]) =>
    `(${words.map((word) => quote + word + quote).join(or)})`;
  const groups = [
    ...terms.alternatives.map((words) => (within === 'post' ? words : words.map(headWord))),
    ...(status === 'draft' ? [[statusMark('draft')]] : []),
    ...(tag === undefined ? [] : [[tagMark(tag)]]),
  ];
  // Nearly all posts are published: the few drafts are soon passed over, and the others long to read.
  const without = status === 'published' ? not + anyOf([statusMark('draft')]) : '';
  return groups.map(anyOf).join(and) + without;
}

const LANGUAGES = {
  sqlite: { quote: '"', and: ' AND ', or: ' OR ', not: ' NOT ' },
  postgres: { quote: "'", and: ' & ', or: ' | ', not: ' & !' },
} as const satisfies Record<Engine, unknown>;

/** The index sorts by keys, which begin with the second of a post's date (migration 009). */
function openSqlite({ query }: Database): SearchIndex {
  const secondOf = (date: string) =>
    sql`((cast(strftime('%s', ${date}) as integer) + 62167219200) << 20)`;

  const keysWithin = (date: string) => sql`
    post_words.rowid >= ${secondOf(date)} and post_words.rowid < ${secondOf(date)} + (1 << 20)`;

  /** In the order of their keys. */
  async function read(match: string, keys: RawBuilder<unknown>, before: Position, limit: number) {
    const { rows } = await sql<Position>`
      select post_search.post_id as id, post_search.date as date
      from post_words cross join post_search on post_search.key = post_words.rowid
      where post_words match ${match} and ${keys}
        and ${standsBefore(['post_search.date', 'post_search.post_id'], before)}
      order by post_words.rowid desc limit ${limit}`.execute(query);
    return rows;
  }

  async function newest(wanted: Wanted, before: Position, limit: number): Promise<Position[]> {
    const match = toMatch(wanted, 'sqlite');
    const keys = sql`post_words.rowid < ${secondOf(before.date)} + (1 << 20)`;
    const rows = await read(match, keys, before, limit + 1);
    // Within one second, the order of keys is that of writing: a second that is cut is read whole.
    const [last, next] = rows.slice(limit - 1);
    if (last !== undefined && next?.date.startsWith(last.date.slice(0, SECOND))) {
      const known = new Set(rows.map(({ id }) => id));
      const second = await read(match, keysWithin(last.date), before, Number.MAX_SAFE_INTEGER);
      rows.push(...second.filter(({ id }) => !known.has(id)));
    }
    return rows.sort(newestFirst).slice(0, limit);
  }

  async function count(wanted: Wanted, before: Position, upTo: number): Promise<number> {
    const second = secondOf(before.date);
    // Only within that second a post's place must be looked up.
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select rowid from post_words
        where post_words match ${toMatch(wanted, 'sqlite')} and rowid < ${second} + (1 << 20)
          and (rowid < ${second} or exists (
            select true from post_search
            where key = post_words.rowid and ${standsBefore(['date', 'post_id'], before)}))
        limit ${upTo})`.execute(query);
    return rows[0]?.total ?? 0;
  }

  return { newest, count };
}

/** The length of the name of a second: `2026-03-01T09:00:00`. */
const SECOND = 19;

/** For sorting. */
export function newestFirst(a: Position, b: Position): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/**
 * PostgreSQL reads all matches of an index before it sorts them. So a search goes back in time span by
 * span, which the index tells apart, until it has found enough.
 */
async function openPostgres({ query }: Database, top: Position): Promise<SearchIndex> {
  const { latest, oldest } = await query
    .selectNoFrom((eb) => [
      eb
        .selectFrom('posts')
        .select('date')
        .where('date', '<=', top.date)
        .orderBy('date', 'desc')
        .limit(1)
        .as('latest'),
      eb.selectFrom('posts').select('date').orderBy('date').limit(1).as('oldest'),
    ])
    .executeTakeFirstOrThrow();

  /** So many of each span, and of all. */
  function find(
    wanted: Wanted,
    before: Position,
    limit: number,
    ladder: Ladder,
    order: RawBuilder<unknown>,
  ): RawBuilder<Position> {
    const from = latest !== null && latest < before.date ? latest : before.date;
    const spans = oldest === null ? [] : spansBack(from, oldest, ladder);
    const marks = spans.map((span) => span.marks.map(quoted).join(' | '));
    const ends = spans.map(({ end }) => end);
    // As one condition, the index would be read for every post of the span instead of the words' own.
    return sql`
      select found.post_id as id, found.date
      from unnest(${marks}::text[], ${ends}::text[]) as span (marks, ending), lateral (
        select post_id, date from post_search
        where post_search_vector(words, status, date) @@ ${toMatch(wanted, 'postgres')}::tsquery
          and post_search_vector(words, status, date) @@ span.marks::tsquery
          and date < span.ending and ${standsBefore(['date', 'post_id'], before)}
        ${order} limit ${limit}) as found
      limit ${limit}`;
  }

  async function newest(wanted: Wanted, before: Position, limit: number): Promise<Position[]> {
    const order = sql`order by date desc, post_id desc`;
    const { rows } = await find(wanted, before, limit, READING, order).execute(query);
    return rows.sort(newestFirst);
  }

  async function count(wanted: Wanted, before: Position, upTo: number): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        ${find(wanted, before, upTo, COUNTING, sql``)}) as found`.execute(query);
    return rows[0]?.total ?? 0;
  }

  return { newest, count };
}

const quoted = (mark: string) => `'${mark}'`;

type Span = {
  /** The index has them for hours, days, months and years. */
  marks: string[];
  /** Only what lies before is new in this span. */
  end: string;
};

/** A unit of time: the length of its name, and how one goes back to the one before. */
type Unit = { length: number; back: (unit: Date) => void };

/** Units of time, and how many of each make the next spans. */
type Ladder = readonly (readonly [unit: Unit, ...spans: number[]])[];

const HOUR: Unit = { length: 13, back: (hour) => hour.setUTCHours(hour.getUTCHours() - 1) };
const DAY: Unit = { length: 10, back: (day) => day.setUTCDate(day.getUTCDate() - 1) };
const MONTH: Unit = { length: 7, back: (month) => month.setUTCMonth(month.getUTCMonth() - 1, 1) };
const YEAR: Unit = { length: 4, back: (year) => year.setUTCFullYear(year.getUTCFullYear() - 1) };

const ALL_YEARS = [YEAR, 2, 4, 8, Number.POSITIVE_INFINITY] as const;

/** Small steps: what is read of a span is sorted. */
export const READING: Ladder = [[HOUR, 2], [DAY, 2, 6], [MONTH, 2, 6, 12], ALL_YEARS];

/** Large steps: counting ends within a span as soon as it has enough, and few names are read quicker. */
export const COUNTING: Ladder = [[DAY, 2], [MONTH, 2], ALL_YEARS];

/** The time from one date back to another, in spans of growing length, the latest first. */
export function spansBack(latest: string, oldest: string, ladder: Ladder): Span[] {
  const spans: Span[] = [];
  let end = '~';
  for (const [unit, ...lengths] of ladder) {
    const from = end === '~' ? new Date(latest) : new Date(Date.parse(beginningOf(end)) - 1);
    for (const units of lengths) {
      const names = namesBack(from, units, unit, oldest);
      if (names.length === 0) return spans;
      spans.push({ marks: names.map(timeMark), end });
      end = names.at(-1) ?? end;
      if (beginningOf(end) <= oldest) return spans;
    }
  }
  return spans;
}

/** So many units of time back from one, which moves, as far as there are posts. */
function namesBack(from: Date, units: number, { length, back }: Unit, oldest: string): string[] {
  const names: string[] = [];
  while (names.length < units && from.toISOString().slice(0, length) >= oldest.slice(0, length)) {
    names.push(from.toISOString().slice(0, length));
    back(from);
  }
  return names;
}

/** The first instant of an hour, a day, a month or a year. */
function beginningOf(unit: string): string {
  return unit + '0000-01-01T00:00:00.000Z'.slice(unit.length);
}
