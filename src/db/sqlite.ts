import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createStatementCache, type StatementCache } from './statement-cache.ts';

/** Opens or creates a database file; `:memory:` is a database in memory. */
export function openSqlite(file: string): { dialect: Dialect; close: () => void } {
  const writer = openWriter(file);
  // A second connection to `:memory:` would be another database.
  const reader = file === ':memory:' ? null : openReader(file);
  const statements = {
    writer: createStatementCache(writer),
    reader: reader && createStatementCache(reader),
  };
  const dialect: Dialect = {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(writer, statements),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  const close = () => {
    reader?.close();
    // Last: the last connection to close writes the log back into the file.
    writer.close();
  };
  return { dialect, close };
}

/** How long opening waits for another process; blocks the event loop. */
const OPENING_TIMEOUT_MS = 2_000;

function openWriter(file: string): SQLite.Database {
  const writer = new SQLite(file, { timeout: OPENING_TIMEOUT_MS });
  try {
    writer.pragma('journal_mode = WAL');
    // FULL: committed writes survive a power cut.
    writer.pragma('synchronous = FULL');
    writer.pragma('foreign_keys = ON');
    // Deleted content is overwritten with zeros in the file.
    writer.pragma('secure_delete = ON');
    // In KiB. Small, since reads use the other connection's cache.
    if (file !== ':memory:') writer.pragma('cache_size = -2000');
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

type Statements = { writer: StatementCache; reader: StatementCache | null };

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
    return new Connection(this.#statements, () => this.#lockWriter());
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
    await (connection as Connection).begin(() => {
      // A failed rollback left it open.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
      this.#writer.exec('begin immediate');
    });
  }

  async commitTransaction(connection: DatabaseConnection) {
    this.#writer.exec('commit');
    (connection as Connection).end();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      // After a full disk or an I/O error, the transaction has ended and `rollback` would fail.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } catch {
      // Kysely throws the original error, which this one would hide. The next `begin` retries the rollback.
    } finally {
      (connection as Connection).end();
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

/** The connection of one query or transaction. */
class Connection implements DatabaseConnection {
  readonly #statements: Statements;
  readonly #lockWriter: () => Promise<() => void>;
  /** Unlocks the writer; null outside of a transaction. */
  #unlock: (() => void) | null = null;

  constructor(statements: Statements, lockWriter: () => Promise<() => void>) {
    this.#statements = statements;
    this.#lockWriter = lockWriter;
  }

  async begin(begin: () => void): Promise<void> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    const unlock = await this.#lockWriter();
    try {
      await retryWhileBusy(begin, deadline);
      this.#unlock = unlock;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  end(): void {
    this.#unlock?.();
    this.#unlock = null;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader } = this.#statements;
    if (this.#unlock !== null) return run(writer(sql), parameters);
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    if (reader !== null && /^\s*(?:select|with)\b/i.test(sql)) {
      const statement = await retryWhileBusy(() => reader(sql), deadline);
      // A statement that starts with `with` may write.
      if (statement.readonly) return retryWhileBusy(() => run(statement, parameters), deadline);
    }
    const unlock = await this.#lockWriter();
    try {
      return await retryWhileBusy(() => run(writer(sql), parameters), deadline);
    } finally {
      unlock();
    }
  }

  /** Unsupported: an open cursor would keep the reader at an old snapshot. */
  streamQuery(): never {
    throw new Error('Rows cannot be streamed from SQLite');
  }
}

function run<R>(
  statement: SQLite.Statement<unknown[]>,
  parameters: readonly unknown[],
): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/**
 * How long a statement waits for a lock of another process, counted from the call: statements that queue behind
 * one that timed out do not wait that long again.
 */
const BUSY_TIMEOUT_MS = 2_000;
const PAUSE_MS = 10;

async function retryWhileBusy<T>(attempt: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
