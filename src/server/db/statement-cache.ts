import type SQLite from 'better-sqlite3';

/** More than this site has; but each length of a list of values is a separate statement. */
const MAX_STATEMENTS = 200;

export type StatementCache = (text: string) => SQLite.Statement<unknown[]>;

/**
 * An LRU cache of prepared statements: preparing takes longer than running most of them. SQLite prepares a
 * statement again when the schema has changed.
 */
export function createStatementCache(sqlite: SQLite.Database): StatementCache {
  const cached = new Map<string, SQLite.Statement<unknown[]>>();

  return (text) => {
    const statement = cached.get(text) ?? sqlite.prepare<unknown[]>(text);
    // A Map iterates in insertion order.
    cached.delete(text);
    cached.set(text, statement);
    if (cached.size > MAX_STATEMENTS) cached.delete(cached.keys().next().value as string);
    return statement;
  };
}
