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
