import type SQLite from 'better-sqlite3';
import type { DatabaseConnection, Driver } from 'kysely';
import { SqliteConnection, type Statements } from './sqlite-connection.ts';

/**
 * Two connections to one file: transactions and single writes queue for the writer, and reads outside of
 * transactions run on the reader at any time. In WAL mode a read never waits for a write, and sees all earlier
 * commits. A database in memory has one connection, for which everything queues.
 */
export class SqliteDriver implements Driver {
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
