import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';
import { errorCode } from './error-code.ts';
import { makeDirectory } from './make-directory.ts';
import {
  createPostgresDialect,
  loadDriver,
  type PostgresOptions,
  STATEMENT_LIMITS,
} from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  readonly engine: Engine;
  readonly query: Kysely<Tables>;
  /** Whether the database answers. */
  isReady(): Promise<boolean>;
  /** Null with SQLite, which has no notifications. */
  listen: Listen | null;
  close(): Promise<void>;
};

/**
 * Listens to a channel of PostgreSQL on a separate connection.
 *
 * @param onLost called once when the connection ends unexpectedly
 * @returns closes the connection
 */
export type Listen = (
  channel: 'post_changes',
  onMessage: (message: string) => void,
  onLost: () => void,
) => Promise<() => void>;

/**
 * Opens the configured database. PostgreSQL is connected with the first query, which fails if it is unreachable.
 */
export function connect(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options?: Partial<PostgresOptions>,
): Database {
  return config.databaseUrl === undefined
    ? connectSqlite(join(config.dataDir, 'ligara.sqlite'))
    : connectPostgres(config.databaseUrl, options);
}

/** Opens an SQLite file and creates its folder; `:memory:` is a database in memory. */
export function connectSqlite(file: string): Database {
  if (file !== ':memory:') makeDirectory(dirname(file));
  const { dialect, close } = openSqlite(file);
  const query = new Kysely<Tables>({ dialect });
  return createDatabase({ engine: 'sqlite', query, listen: null, closeFile: close });
}

/** Opens a pool of connections to PostgreSQL. */
export function connectPostgres(
  url: string,
  { limits = STATEMENT_LIMITS, reportError = warn }: Partial<PostgresOptions> = {},
): Database {
  const dialect = createPostgresDialect(url, { limits, reportError });
  const query = new Kysely<Tables>({ dialect });
  return createDatabase({
    engine: 'postgres',
    query,
    listen: listenTo(url, reportError),
    reportError,
  });
}

type ReportError = PostgresOptions['reportError'];

function warn({ message }: Error): void {
  process.emitWarning(`The database cannot be reached: ${message}`);
}

function listenTo(url: string, reportError: ReportError): Listen {
  return async (channel, onMessage, onLost) => {
    const { Client } = await loadDriver();
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      // The system's default is two hours, for which a silently dropped connection would seem alive.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'ligara-site-listener',
    });
    let isEnded = false;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      onLost();
    };
    client.on('error', (error) => {
      if (!isEnded) reportError(error);
      end();
    });
    client.on('end', end);
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    const disconnect = () => {
      isEnded = true;
      // `client.end()` would wait for a server that may be unreachable.
      (client.connection.stream as Socket).destroy();
    };
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      disconnect();
      throw error;
    }
    return disconnect;
  };
}

type DatabaseOptions = Pick<Database, 'engine' | 'query' | 'listen'> & {
  closeFile?: () => void;
  reportError?: ReportError;
};

function createDatabase({
  engine,
  query,
  listen,
  closeFile,
  reportError = warn,
}: DatabaseOptions): Database {
  let isReported = false;
  return {
    engine,
    query,
    listen,
    async isReady() {
      try {
        await sql`select 1`.execute(query);
        isReported = false;
        return true;
      } catch (error) {
        // Reported once: probes come every few seconds.
        if (!isReported) reportError(error as Error);
        isReported = true;
        return false;
      }
    },
    close: async () => {
      isReported = true;
      await query.destroy();
      closeFile?.();
    },
  };
}

/** Returns true for a driver's error about a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}
