import type SQLite from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** More than this site has; lists of values of every length make more. */
const MOST = 200;

/**
 * The database, which compiles a statement once and keeps those used last: compiling takes longer
 * than running most of them. SQLite compiles one anew by itself when the schema has changed since.
 */
export function keepStatements(sqlite: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SQLite.Statement<unknown[]>>();

  function prepare(text: string): SqliteStatement {
    const known = kept.get(text);
    kept.delete(text);
    // One whose rows are being read cannot begin again.
    const statement = known === undefined || known.busy ? sqlite.prepare<unknown[]>(text) : known;
    kept.set(text, statement);
    if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
    return statement as SqliteStatement;
  }

  return { prepare, close: () => void sqlite.close() };
}
