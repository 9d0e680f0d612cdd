import SQLite from 'better-sqlite3';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteConnection, type Statements } from './sqlite-connection.ts';
import { createStatementCache } from './statement-cache.ts';

/**
 * Two connections to one file: transactions and single writes queue for the writer, and reads outside of
 * transactions run on the reader at any time. In WAL mode a read never waits for a write, and sees all earlier
 * commits. A database in memory has one connection, for which everything queues.
 */
class SqliteDriver implements Driver {
  readonly #writer: SQLite.Database;
  readonly #statements: Statements;
  #lastWriter = Promise.resolve();

  constructor(writer: SQLite.Database, statements: Statements) {
    this.#writer = writer;
    this.#statements = statements;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#statements, () => this.#lockWriter());
  }

  /** Waits for the writer; resolves with the function that unlocks it. */
  #lockWriter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#lastWriter;
    this.#lastWriter = promise;
    return before.then(() => resolve);
  }

  /**
   * `immediate`: a transaction that starts as a reader cannot write once another process has written, and fails
   * without waiting. Every transaction here writes.
   */
  async beginTransaction(connection: DatabaseConnection) {
    await (connection as SqliteConnection).begin(() => {
      // A failed rollback left it open.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
      this.#writer.exec('begin immediate');
    });
  }

  async commitTransaction(connection: DatabaseConnection) {
    this.#writer.exec('commit');
    (connection as SqliteConnection).end();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      // After a full disk or an I/O error, the transaction has ended and `rollback` would fail.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } catch {
      // Kysely throws the original error, which this one would hide. The next `begin` retries the rollback.
    } finally {
      (connection as SqliteConnection).end();
    }
  }

  async init() {
    // Both connections are open already.
  }

  async releaseConnection() {
    // The end of a transaction or a write unlocks the writer.
  }

  async destroy() {
    // `openSqlite` closes the connections: Kysely calls this only if there was a query.
  }
}

export function isOnDisk(file: string | Buffer): file is string {
  return typeof file === 'string' && file !== ':memory:';
}

/** Opens or creates a database file; `:memory:` and the bytes of a file are databases in memory. */
export function openSqlite(file: string | Buffer): { dialect: Dialect; close: () => void } {
  const writer = openWriter(file);
  // A second connection would be another database.
  const reader = isOnDisk(file) ? openReader(file) : null;
  const statements = {
    writer: createStatementCache(writer),
    reader: reader && createStatementCache(reader),
  };
  const dialect = createDialect(writer, statements);
  const close = () => {
    reader?.close();
    // Last: the last connection to close writes the log back into the file.
    writer.close();
  };
  return { dialect, close };
}

/**
 * Opens a file as it is now, whatever is written meanwhile. The log of writes cannot be written back into the file
 * beyond this moment until it is closed.
 */
export function openSnapshot(file: string): { dialect: Dialect; close: () => void } {
  const connection = openReader(file);
  try {
    // The first read of a transaction fixes what it sees.
    connection.exec('begin; select 1 from sqlite_schema');
  } catch (error) {
    connection.close();
    throw error;
  }
  const statements = { writer: createStatementCache(connection), reader: null };
  return {
    dialect: createDialect(connection, statements),
    close: () => void connection.close(),
  };
}

function createDialect(
  writer: SQLite.Database,
  statements: ConstructorParameters<typeof SqliteDriver>[1],
): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(writer, statements),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** How long opening waits for another process; blocks the event loop. */
const OPENING_TIMEOUT_MS = 2_000;

function openWriter(file: string | Buffer): SQLite.Database {
  const writer = new SQLite(file, { timeout: OPENING_TIMEOUT_MS });
  try {
    writer.pragma('journal_mode = WAL');
    // FULL: committed writes survive a power cut.
    writer.pragma('synchronous = FULL');
    writer.pragma('foreign_keys = ON');
    // Deleted content is overwritten with zeros in the file.
    writer.pragma('secure_delete = ON');
    // In KiB. Small, since reads use the other connection's cache.
    if (isOnDisk(file)) writer.pragma('cache_size = -2000');
    return prepareConnection(writer);
  } catch (error) {
    writer.close();
    throw error;
  }
}

function openReader(file: string): SQLite.Database {
  const reader = new SQLite(file, { timeout: OPENING_TIMEOUT_MS });
  reader.pragma('query_only = ON');
  return prepareConnection(reader);
}

function prepareConnection(connection: SQLite.Database): SQLite.Database {
  // SQLite's own wait would block the event loop; `retryWhileBusy` waits instead.
  connection.pragma('busy_timeout = 0');
  // SQLite's own `lower` changes only A to Z.
  return connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}

class Adapter extends SqliteAdapter {
  /** The driver has its own lock, for writes only. */
  override get supportsMultipleConnections() {
    return true;
  }

  /** Migrations run in a transaction: SQLite can roll back schema changes. */
  override get supportsTransactionalDdl() {
    return true;
  }
}
