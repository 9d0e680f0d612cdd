import type { Socket } from 'node:net';
import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import type pg from 'pg';

/**
 * How long one statement may take, in milliseconds. Waiting for a connection, and then for an answer, stays below
 * the minute after which clients and proxies give up on a request.
 */
export const STATEMENT_LIMITS = {
  /** PostgreSQL cancels a statement after this, and one that waits for a lock. */
  statement: 15_000,
  lock: 10_000,
  /** A connection on which nothing comes or goes is closed: its server is stopped or out of reach. */
  silence: 20_000,
  /** PostgreSQL ends a transaction whose process stands still, and with it the locks that others wait for. */
  idleTransaction: 30_000,
};

const CONNECTION_TIMEOUT_MS = 5_000;

export type PostgresOptions = {
  /** Null for migrations and backups, which take as long as the data needs. */
  limits: typeof STATEMENT_LIMITS | null;
  /** Called when a connection is lost, in use or not, and when the server cannot be asked whether it is ready. */
  reportError: (error: Error) => void;
};

/** The driver's library is loaded only where PostgreSQL serves. */
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

class Driver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ) {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // Kysely throws the error that led here, which this one would hide, and discards the connection.
    }
  }
}

async function openPool(url: string, { limits, reportError }: PostgresOptions): Promise<pg.Pool> {
  const { Pool, TypeOverrides, types: known } = await loadDriver();
  const types = new TypeOverrides();
  // count(*) is an int8, which the driver hands over as text for fear of precision.
  types.setTypeParser(known.builtins.INT8, Number);
  const pool = new Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // Below the silence that closes a connection.
    idleTimeoutMillis: 10_000,
    application_name: 'ligara-site',
    ...(limits && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idleTransaction,
    }),
  });
  pool.on('connect', (client) => {
    // Without a listener, a lost connection would end the process.
    client.on('error', (error) => {
      if (!pool.ending) reportError(error);
    });
    // `query_timeout` of the driver would leave the connection in the pool, with a statement under way on it.
    if (limits) closeWhenSilent(client.connection.stream as Socket, limits.silence);
  });
  // The pool passes on what the client's own listener has reported.
  pool.on('error', () => undefined);
  return pool;
}

function closeWhenSilent(socket: Socket, silence: number): void {
  socket.setTimeout(silence, () => {
    const message = `PostgreSQL did not answer for ${silence / 1000} seconds`;
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  });
}
