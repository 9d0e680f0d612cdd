import { type RawBuilder, sql } from 'kysely';

/** A place in a list that is sorted by an instant, then by id. */
export type Cursor = { date: string; id: string };

/** The columns that a list is sorted by: its instant, and the id that decides between equal ones. */
type SortColumns = readonly [date: string, id: string];

/** Rows that stand before a place in the order of their columns; lists with the newest first go on so. */
export function isBefore([date, id]: SortColumns, place: Cursor): RawBuilder<boolean> {
  return sql`(${sql.ref(date)}, ${sql.ref(id)}) < (${place.date}, ${place.id})`;
}

/** Rows that stand after a place in the order of their columns. */
export function isAfter([date, id]: SortColumns, place: Cursor): RawBuilder<boolean> {
  return sql`(${sql.ref(date)}, ${sql.ref(id)}) > (${place.date}, ${place.id})`;
}
