import { sql } from 'kysely';
import type { Database } from '../src/server/db/connect.ts';

export type Row = Record<string, unknown>;

/** Inserts rows into a table that need not be one of `Tables`: a former one, or one as it was. */
export async function insertRows({ query }: Database, table: string, ...rows: readonly Row[]) {
  for (const row of rows) {
    const names = Object.keys(row).map((name) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(names)})
      values (${sql.join(Object.values(row))})`.execute(query);
  }
}
