import { type RawBuilder, sql } from 'kysely';

/** A keyset cursor in a list that is sorted by an instant, then by id. */
export type Cursor = { date: string; id: string };

/** The id breaks ties between equal instants. */
type SortColumns = readonly [date: string, id: string];

/** Selects the rows before a cursor: the next page of a list with the newest first. */
export function isBefore([date, id]: SortColumns, cursor: Cursor): RawBuilder<boolean> {
  return sql`(${sql.ref(date)}, ${sql.ref(id)}) < (${cursor.date}, ${cursor.id})`;
}

/** Selects the rows after a cursor. */
export function isAfter([date, id]: SortColumns, cursor: Cursor): RawBuilder<boolean> {
  return sql`(${sql.ref(date)}, ${sql.ref(id)}) > (${cursor.date}, ${cursor.id})`;
}

/**
 * Splits the rows of a page from the one behind it.
 *
 * @param rows at most `limit + 1`
 * @returns `next` is the cursor of the page's last row; null on the last page
 */
export function toPage<Row, C = Cursor>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => C,
): { page: Row[]; next: C | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, next: last === undefined ? null : cursorOf(last) };
}
