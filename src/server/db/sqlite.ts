import SQLite from 'better-sqlite3';
import { CompiledQuery, type Dialect, SqliteAdapter, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import { errorCode } from './disk.ts';

export function isOnDisk(file: string | Buffer): file is string {
  return typeof file === 'string' && file !== ':memory:';
}

/**
 * How long a statement waits for another process that writes. It blocks the event loop: the site's commands write for
 * milliseconds.
 */
const BUSY_TIMEOUT_MS = 2_000;

export function openSqlite(file: string | Buffer) {
  return prepared(openWithLog(file), (sqlite) => {
    // FULL: committed writes survive a power cut.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    // Deleted content is overwritten with zeros in the file.
    sqlite.pragma('secure_delete = ON');
  });
}

function prepared(sqlite: SQLite.Database, prepare: (sqlite: SQLite.Database) => void) {
  try {
    prepare(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return { dialect: immediateDialect(sqlite), close: () => void sqlite.close() };
}

/** On a full disk there is no room for the index of the log: one in memory serves reads, and excludes other processes. */
function openWithLog(file: string | Buffer): SQLite.Database {
  const sqlite = open(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (!/^SQLITE_(?:FULL|IOERR)/.test(errorCode(error))) throw error;
  }
  const alone = open(file);
  alone.pragma('locking_mode = EXCLUSIVE');
  return alone;
}

/** The log of writes cannot be written back into the file beyond this moment until it is closed. */
export function openSnapshot(file: string) {
  return prepared(open(file), (sqlite) => {
    sqlite.pragma('query_only = ON');
    // The first read of a transaction fixes what it sees.
    sqlite.exec('begin; select 1 from sqlite_schema');
  });
}

function open(file: string | Buffer): SQLite.Database {
  const sqlite = new SQLite(file, { timeout: BUSY_TIMEOUT_MS });
  // SQLite's own `lower` changes only A to Z.
  return sqlite.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}

/** More than this site has; but each length of a list of values is a separate statement. */
const MAX_STATEMENTS = 200;

/** Preparing a statement takes longer than running most of them; SQLite prepares it again when the schema has changed. */
function withCachedStatements(sqlite: SQLite.Database) {
  const statements = new LRUCache<string, SQLite.Statement<unknown[]>>({
    max: MAX_STATEMENTS,
    memoMethod: (text) => sqlite.prepare<unknown[]>(text),
  });
  // `openSqlite` closes it: Kysely does so only if there was a query.
  return { prepare: (text: string) => statements.memo(text), close: () => undefined };
}

function immediateDialect(sqlite: SQLite.Database): Dialect {
  const dialect = new SqliteDialect({ database: withCachedStatements(sqlite) });
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    // `immediate`: a transaction that starts as a reader cannot write once another process has written, and fails
    // without waiting. Every transaction here writes.
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    // After a full disk or an I/O error, the transaction has ended already, and `rollback` would hide why.
    driver.rollbackTransaction = async () => {
      if (sqlite.inTransaction) sqlite.exec('rollback');
    };
    return driver;
  };
  // Migrations run in a transaction: SQLite can roll back schema changes.
  const adapter = Object.create(new SqliteAdapter(), { supportsTransactionalDdl: { value: true } });
  dialect.createAdapter = () => adapter;
  return dialect;
}
