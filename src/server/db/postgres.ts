import type { Socket } from 'node:net';
import {
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import type pg from 'pg';
import { repeatWhileLost } from './transaction.ts';

/**
 * Timeouts of a statement, in milliseconds. Waiting for a connection and then for a result stays below the minute
 * after which clients and proxies give up on a request.
 */
export const STATEMENT_LIMITS = {
  /** PostgreSQL cancels a statement after `statement`, and one that waits for a lock after `lock`. */
  statement: 15_000,
  lock: 10_000,
  /** A silent connection is closed: its server has stopped or is unreachable. */
  silence: 20_000,
  /** PostgreSQL ends the transaction of a suspended process, which releases its locks. */
  idleTransaction: 30_000,
};

const CONNECTION_TIMEOUT_MS = 5_000;

export type PostgresOptions = {
  /** Null for migrations and backups, whose duration depends on the data. */
  limits: typeof STATEMENT_LIMITS | null;
  /** Called when a connection is lost, in use or idle, and when the readiness query fails. */
  reportError: (error: Error) => void;
};

/** Imported lazily: SQLite sites do not load it. */
export async function loadDriver(): Promise<typeof pg> {
  const { default: driver } = await import('pg');
  return driver;
}

/** A pool of connections for Kysely. The first query connects. */
export function createPostgresDialect(url: string, options: PostgresOptions): PostgresDialect {
  return new Dialect({ pool: () => openPool(url, options) });
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new Driver(this.#config);
  }
}

/** Repeats single statements that a deadlock has undone; transactions are `inTransaction`'s to repeat. */
class Driver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();
  readonly #inTransaction = new WeakSet<DatabaseConnection>();

  override async acquireConnection(options?: Parameters<PostgresDriver['acquireConnection']>[0]) {
    const connection = await super.acquireConnection(options);
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, ...rest) =>
      this.#inTransaction.has(connection)
        ? execute(query, ...rest)
        : repeatWhileLost(() => execute(query, ...rest));
    return connection;
  }

  override async beginTransaction(...[connection, settings]: Begin) {
    await super.beginTransaction(connection, settings);
    this.#inTransaction.add(connection);
  }

  override async releaseConnection(connection: ReleasedConnection) {
    this.#inTransaction.delete(connection);
    await super.releaseConnection(connection);
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ) {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // Kysely throws the original error, which this one would hide, and discards the connection.
    }
  }
}

type Begin = Parameters<PostgresDriver['beginTransaction']>;
type ReleasedConnection = Parameters<PostgresDriver['releaseConnection']>[0];

async function openPool(url: string, { limits, reportError }: PostgresOptions): Promise<pg.Pool> {
  const { Pool, TypeOverrides, types: known } = await loadDriver();
  const types = new TypeOverrides();
  // count(*) is an int8, which the driver returns as text to keep its precision.
  types.setTypeParser(known.builtins.INT8, Number);
  const pool = new Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // Below `silence`, which would close an idle connection.
    idleTimeoutMillis: 10_000,
    application_name: 'ligara-site',
    ...(limits && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idleTransaction,
    }),
  });
  pool.on('connect', (client) => {
    // Without a listener, a lost connection would crash the process.
    client.on('error', (error) => {
      if (!pool.ending) reportError(error);
    });
    // The driver's `query_timeout` would leave the connection in the pool with a statement still running.
    if (limits) closeWhenSilent(client.connection.stream as Socket, limits.silence);
  });
  // The client's listener has already reported it.
  pool.on('error', () => undefined);
  return pool;
}

function closeWhenSilent(socket: Socket, silence: number): void {
  socket.setTimeout(silence, () => {
    const message = `PostgreSQL did not respond for ${silence / 1000} seconds`;
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  });
}
