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
  const { quote, and, or } = LANGUAGES[engine];
  const groups = [
    ...terms.alternatives.map((words) => (within === 'post' ? words : words.map(headWord))),
    ...(status === undefined ? [] : [[statusMark(status)]]),
    ...(tag === undefined ? [] : [[tagMark(tag)]]),
  ];
  return groups.map((words) => `(${words.map((word) => quote + word + quote).join(or)})`).join(and);
}

const LANGUAGES = {
  sqlite: { quote: '"', and: ' AND ', or: ' OR ' },
  postgres: { quote: "'", and: ' & ', or: ' | ' },
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
    const match = toMatch(wanted, 'sqlite');
    const inSecond = await read(match, keysWithin(before.date), before, upTo);
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select rowid from post_words
        where post_words match ${match} and rowid < ${secondOf(before.date)}
        limit ${upTo - inSecond.length})`.execute(query);
    return inSecond.length + (rows[0]?.total ?? 0);
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

  function find(wanted: Wanted, before: Position, limit: number): RawBuilder<Position> {
    const from = latest !== null && latest < before.date ? latest : before.date;
    const spans = oldest === null ? [] : spansBack(from, oldest);
    const match = toMatch(wanted, 'postgres');
    const matches = spans.map(({ marks }) => `${match} & (${marks.map(quoted).join(' | ')})`);
    const ends = spans.map(({ end }) => end);
    return sql`
      select found.post_id as id, found.date
      from unnest(${matches}::text[], ${ends}::text[]) as span (match, ending), lateral (
        select post_id, date from post_search
        where post_search_vector(words, status, date) @@ span.match::tsquery
          and date < span.ending and ${standsBefore(['date', 'post_id'], before)}
        order by date desc, post_id desc limit ${limit}) as found
      limit ${limit}`;
  }

  async function newest(wanted: Wanted, before: Position, limit: number): Promise<Position[]> {
    const { rows } = await find(wanted, before, limit).execute(query);
    return rows.sort(newestFirst);
  }

  async function count(wanted: Wanted, before: Position, upTo: number): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (${find(wanted, before, upTo)}) as found`.execute(query);
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

/** Units of time by the length of their names, and how many of them make the next spans. */
const LADDER: readonly { length: number; back: (unit: Date) => void; spans: number[] }[] = [
  { length: 13, back: (hour) => hour.setUTCHours(hour.getUTCHours() - 1), spans: [2] },
  { length: 10, back: (day) => day.setUTCDate(day.getUTCDate() - 1), spans: [2, 6] },
  { length: 7, back: (month) => month.setUTCMonth(month.getUTCMonth() - 1, 1), spans: [2, 6, 12] },
  {
    length: 4,
    back: (year) => year.setUTCFullYear(year.getUTCFullYear() - 1),
    spans: [2, 4, 8, Number.POSITIVE_INFINITY],
  },
];

/** The time from one date back to another, in spans of growing length, the latest first. */
export function spansBack(latest: string, oldest: string): Span[] {
  const spans: Span[] = [];
  let end = '~';
  for (const { length, back, spans: lengths } of LADDER) {
    const unit = end === '~' ? new Date(latest) : new Date(Date.parse(beginningOf(end)) - 1);
    for (const units of lengths) {
      const names = namesBack(unit, units, length, back, oldest);
      if (names.length === 0) return spans;
      spans.push({ marks: names.map(timeMark), end });
      end = names.at(-1) ?? end;
      if (beginningOf(end) <= oldest) return spans;
    }
  }
  return spans;
}

/** So many units of time back from one, which moves, as far as there are posts. */
function namesBack(
  unit: Date,
  units: number,
  length: number,
  back: (unit: Date) => void,
  oldest: string,
): string[] {
  const names: string[] = [];
  while (names.length < units && unit.toISOString().slice(0, length) >= oldest.slice(0, length)) {
    names.push(unit.toISOString().slice(0, length));
    back(unit);
  }
  return names;
}

/** The first instant of an hour, a day, a month or a year. */
function beginningOf(unit: string): string {
  return unit + '0000-01-01T00:00:00.000Z'.slice(unit.length);
}
