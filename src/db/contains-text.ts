import { type Expression, type SqlBool, sql } from 'kysely';
import type { Engine } from './connect.ts';

/** Whether a column holds a word, whatever the case. */
export function containsText(column: string, word: string, engine: Engine): Expression<SqlBool> {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // The columns sort by bytes, and under that collation PostgreSQL's `lower` knows ASCII only.
  const text = engine === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column);
  // The escape character must be named: SQLite has none by default.
  return sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`;
}
