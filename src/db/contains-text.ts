import { type Expression, type SqlBool, sql } from 'kysely';
import type { Engine } from './connect.ts';

/** A case-insensitive substring match. */
export function containsText(column: string, word: string, engine: Engine): Expression<SqlBool> {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // Columns have the collation "C", under which PostgreSQL's `lower` changes ASCII only.
  const text = engine === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column);
  // SQLite has no default escape character.
  return sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`;
}
