import type SQLite from 'better-sqlite3';

/** More than this site has; lists of values of every length make more. */
const MAX_STATEMENTS = 200;

export type StatementCache = (text: string) => SQLite.Statement<unknown[]>;

/**
 * Prepares each statement once and keeps those used last: preparing takes longer than running most of them.
 * SQLite prepares one again by itself when the schema has changed since.
 */
export function createStatementCache(sqlite: SQLite.Database): StatementCache {
  const cached = new Map<string, SQLite.Statement<unknown[]>>();

  return (text) => {
    const statement = cached.get(text) ?? sqlite.prepare<unknown[]>(text);
    // A map is ordered by insertion.
    cached.delete(text);
    cached.set(text, statement);
    if (cached.size > MAX_STATEMENTS) cached.delete(cached.keys().next().value as string);
    return statement;
  };
}
