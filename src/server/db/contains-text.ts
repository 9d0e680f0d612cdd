import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from './connect.ts';
import type { Tables } from './tables.ts';

export function containsText(column: string, word: string, engine: Engine): Expression<SqlBool> {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  // Columns have the collation "C", under which PostgreSQL's `lower` changes ASCII only.
  const text = engine === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column);
  // SQLite has no default escape character.
  return sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`;
}

export function containsWords(
  columns: readonly string[],
  words: string,
  engine: Engine,
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables>();
  return eb.and(
    words
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => eb.or(columns.map((column) => containsText(column, word, engine)))),
  );
}
