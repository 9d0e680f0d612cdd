import { sql } from 'kysely';
import type { Database } from '../../server/db/connect.ts';

type Row = Record<string, unknown>;
export type Queries = Pick<Database, 'engine' | 'query'>;

/** Not indexes of full-text search, which are tables in SQLite, nor Kysely's own; not generated columns. */
const CATALOG = {
  sqlite: sql<CatalogRow>`
    select listed.name as "table", columns.name as "column", keys."table" as parent
    from pragma_table_list as listed join pragma_table_info(listed.name) as columns
    left join pragma_foreign_key_list(listed.name) as keys on keys."from" = columns.name
    where listed.schema = 'main' and listed.type = 'table'
      and listed.name not like 'sqlite%' and listed.name not like 'kysely%'
    order by listed.name, columns.cid`,
  postgres: sql<CatalogRow>`
    select listed.relname as "table", attname as "column", parents.relname as parent
    from pg_class as listed join pg_attribute on attrelid = listed.oid
    left join pg_constraint on conrelid = listed.oid and contype = 'f' and attnum = any (conkey)
    left join pg_class as parents on parents.oid = confrelid
    where listed.relkind = 'r' and listed.relnamespace = current_schema()::regnamespace
      and listed.relname not like 'kysely%'
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by listed.relname, attnum`,
};
type CatalogRow = { table: string; column: string; parent: string | null };

/** The columns of every table, by its name: tables come after those that they refer to. */
export async function storedTables({ engine, query }: Queries): Promise<Map<string, string[]>> {
  const { rows } = await CATALOG[engine].execute(query);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  const ordered = new Map<string, string[]>();
  const add = (table: string): void => {
    if (ordered.has(table)) return;
    const columns = byTable.get(table) ?? [];
    for (const { parent } of columns) if (parent !== null && parent !== table) add(parent);
    ordered.set(table, [...new Set(columns.map(({ column }) => column))]);
  };
  for (const table of byTable.keys()) add(table);
  return ordered;
}

/** Few, since a row may have megabytes of text. */
const ROWS_AT_ONCE = 10;

export async function* readRows(
  { engine, query }: Queries,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const from = sql`from ${sql.table(table)}`;
  const limit = sql.lit(ROWS_AT_ONCE);
  if (engine === 'postgres') {
    await sql`declare stored cursor for select ${selected} ${from}`.execute(query);
  }
  for (let last: unknown = 0, isEnd = false; !isEnd; ) {
    const page =
      engine === 'postgres'
        ? sql<Row>`fetch ${limit} from stored`
        : sql<Row>`select rowid as row_id, ${selected} ${from} where rowid > ${last} order by rowid limit ${limit}`;
    const { rows } = await page.execute(query);
    last = rows.at(-1)?.row_id;
    isEnd = rows.length < ROWS_AT_ONCE;
    if (rows.length > 0) yield rows.map(({ row_id: _, ...row }) => row);
  }
  if (engine === 'postgres') await sql`close stored`.execute(query);
}

/**
 * Each row is a line of JSON; columns that the table lacks in this engine, and bytes, which no
 * table of today has, are left out.
 */
export async function insertRows(
  { engine, query }: Queries,
  table: string,
  columns: readonly string[],
  lines: string,
): Promise<void> {
  const toStored = (value: unknown) => {
    // PostgreSQL has no U+0000 in text.
    if (typeof value === 'string' && engine === 'postgres') return value.replaceAll('\0', '\uFFFD');
    return typeof value === 'object' ? null : value;
  };
  const values = lines.split('\n').map((line) => {
    const row: Row = JSON.parse(line);
    const known = columns.filter((column) => column in row);
    return Object.fromEntries(known.map((column) => [column, toStored(row[column])]));
  });
  await query
    .insertInto(table as 'posts')
    .values(values as never)
    .execute();
}
