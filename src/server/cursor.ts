import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

export type Cursor = { date: string; id: string };

/** The id breaks ties between equal instants. */
type SortColumns = readonly [date: string, id: string];

export function isBefore([date, id]: SortColumns, cursor: Cursor): RawBuilder<boolean> {
  return sql`(${sql.ref(date)}, ${sql.ref(id)}) < (${cursor.date}, ${cursor.id})`;
}

export function isAfter([date, id]: SortColumns, cursor: Cursor): RawBuilder<boolean> {
  return sql`(${sql.ref(date)}, ${sql.ref(id)}) > (${cursor.date}, ${cursor.id})`;
}

export type Paging = {
  limit: number;
  cursor?: Cursor | undefined;
};

export async function readPage<DB, TB extends keyof DB, Row extends { id: string }>(
  list: SelectQueryBuilder<DB, TB, Row>,
  columns: SortColumns,
  date: keyof Row,
  { limit, cursor }: Paging,
) {
  const rows = await list
    .$if(cursor !== undefined, (all) => all.where(isBefore(columns, cursor as Cursor)))
    .orderBy(sql.ref(columns[0]), 'desc')
    .orderBy(sql.ref(columns[1]), 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows as Row[], limit, (row) => ({ date: String(row[date]), id: row.id }));
}

export async function* allPages<Row>(
  read: (paging: Paging) => Promise<{ page: Row[]; next: Cursor | null }>,
): AsyncGenerator<Row[]> {
  for (let cursor: Cursor | null | undefined; cursor !== null; ) {
    const { page, next }: Awaited<ReturnType<typeof read>> = await read({ limit: 500, cursor });
    yield page;
    cursor = next;
  }
}

/**
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
