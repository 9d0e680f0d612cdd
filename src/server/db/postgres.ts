import type { Socket } from 'node:net';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';

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
  reportError: (error: Error) => void;
};

/** The first query connects. */
export function createPostgresDialect(url: string, options: PostgresOptions): PostgresDialect {
  const dialect = new PostgresDialect({ pool: () => openPool(url, options) });
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    // Its error would hide why the transaction failed, and whether that is known.
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => undefined);
    return driver;
  };
  return dialect;
}

async function openPool(url: string, { limits, reportError }: PostgresOptions): Promise<pg.Pool> {
  // Sites with SQLite do not load it.
  const { default: driver } = await import('pg');
  const { Pool, TypeOverrides, types: known } = driver;
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
