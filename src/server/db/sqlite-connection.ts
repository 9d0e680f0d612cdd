import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { StatementCache } from './statement-cache.ts';

export type Statements = { writer: StatementCache; reader: StatementCache | null };

/** The connection of one query or transaction. */
export class SqliteConnection implements DatabaseConnection {
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
