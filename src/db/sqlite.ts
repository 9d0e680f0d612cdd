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

/** Opens a database file that exists or is made; `:memory:` is a database that ends with the process. */
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

/** How long opening waits for another process, in milliseconds; the process does nothing else meanwhile. */
const OPENING_TIMEOUT_MS = 2_000;

function openWriter(file: string): SQLite.Database {
  const writer = new SQLite(file, { timeout: OPENING_TIMEOUT_MS });
  try {
    writer.pragma('journal_mode = WAL');
    // FULL: an answered write is on the disk, also after a power cut.
    writer.pragma('synchronous = FULL');
    writer.pragma('foreign_keys = ON');
    // Deleted content is overwritten in the file, too.
    writer.pragma('secure_delete = ON');
    // In KiB. Reads have the other connection's cache.
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
  // SQLite's own changes the letters A to Z and no others.
  return connection.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}

class Adapter extends SqliteAdapter {
  /** The driver has its own lock, which only writes wait for. */
  override get supportsMultipleConnections() {
    return true;
  }

  /** Migrations run in a transaction: SQLite rolls back changes of the schema like any other. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

type Statements = { writer: StatementCache; reader: StatementCache | null };

/**
 * Two connections to one file: transactions and single writes take turns on one, and reads outside of
 * transactions run on the other at any time. In WAL mode a read never waits for a write, and sees all that was
 * committed before it began. In memory there is one connection, and everything takes turns.
 */
class SqliteDriver implements Driver {
  readonly #writer: SQLite.Database;
  readonly #statements: Statements;
  #lastTurn = Promise.resolve();

  constructor(writer: SQLite.Database, statements: Statements) {
    this.#writer = writer;
    this.#statements = statements;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this.#statements, () => this.#lockWriter());
  }

  /** Resolves when the writer is free, with the function that frees it again. */
  #lockWriter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#lastTurn;
    this.#lastTurn = promise;
    return before.then(() => resolve);
  }

  /**
   * `immediate`: a transaction that began as a reader cannot write once another process has written; it fails
   * at once. Every transaction here writes.
   */
  async beginTransaction(connection: DatabaseConnection) {
    await (connection as Connection).begin(() => {
      // What a failed rollback left open.
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
      // A full disk or an I/O error has ended the transaction already, and `rollback` would fail.
      if (this.#writer.inTransaction) this.#writer.exec('rollback');
    } catch {
      // Kysely throws the error that led here, which an error of the rollback would hide. The next `begin`
      // tries the rollback again and throws.
    } finally {
      (connection as Connection).end();
    }
  }

  async init() {
    // Both connections are open already.
  }

  async releaseConnection() {
    // The end of a transaction or of a write frees the writer.
  }

  async destroy() {
    // `openSqlite` closes the connections: Kysely calls this only if there was a query.
  }
}

/** What one query or one transaction uses. */
class Connection implements DatabaseConnection {
  readonly #statements: Statements;
  readonly #lockWriter: () => Promise<() => void>;
  /** Frees the writer; null outside of a transaction. */
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
      // One that begins with `with` may write.
      if (statement.readonly) return retryWhileBusy(() => run(statement, parameters), deadline);
    }
    const unlock = await this.#lockWriter();
    try {
      return await retryWhileBusy(() => run(writer(sql), parameters), deadline);
    } finally {
      unlock();
    }
  }

  /** Not needed, and rows that are read one by one would keep the reader at an old state. */
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
 * How long a statement waits for a lock of another process, in milliseconds, from when it was asked for: those
 * that queue behind one that waited in vain do not begin a wait of their own.
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
