import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';
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
  /** Hears what PostgreSQL tells on a channel; null where there is no such thing. */
  listen: Listen | null;
  close(): Promise<void>;
};

/**
 * Listens to a channel over a connection of its own.
 *
 * @param lost called once when the connection has ended by itself
 * @returns what ends it
 */
export type Listen = (
  channel: 'post_changes',
  hear: (message: string) => void,
  lost: () => void,
) => Promise<() => void>;

/**
 * Opens the database that the configuration names. The connection is made with the first query, so
 * an unreachable PostgreSQL shows there.
 */
export function connect(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options?: Partial<PostgresOptions>,
): Database {
  return config.databaseUrl === undefined
    ? connectSqlite(join(config.dataDir, 'ligara.sqlite'))
    : connectPostgres(config.databaseUrl, options);
}

/** Opens an SQLite file, making its folder; `:memory:` is a database that ends with the process. */
export function connectSqlite(file: string): Database {
  if (file !== ':memory:') makeDirectory(dirname(file));
  const { dialect, close } = openSqlite(file);
  const query = new Kysely<Tables>({ dialect });
  return database({ engine: 'sqlite', query, listen: null, closeFile: close });
}

/** Opens a pool of connections to PostgreSQL. */
export function connectPostgres(
  url: string,
  { limits = STATEMENT_LIMITS, reportError = warn }: Partial<PostgresOptions> = {},
): Database {
  const dialect = createPostgresDialect(url, { limits, reportError });
  const query = new Kysely<Tables>({ dialect });
  return database({ engine: 'postgres', query, listen: listenTo(url, reportError), reportError });
}

type ReportError = PostgresOptions['reportError'];

function warn({ message }: Error): void {
  process.emitWarning(`The database cannot be reached: ${message}`);
}

function listenTo(url: string, reportError: ReportError): Listen {
  return async (channel, hear, lost) => {
    const { Client } = await loadDriver();
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      // The system's own default is two hours: a connection that was cut without a word would seem alive.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'ligara-site-listener',
    });
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      lost();
    };
    client.on('error', (error) => {
      if (!isOver) reportError(error);
      end();
    });
    client.on('end', end);
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    const hangUp = () => {
      isOver = true;
      // `client.end()` would wait for a server that may be out of reach.
      (client.connection.stream as Socket).destroy();
    };
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      hangUp();
      throw error;
    }
    return hangUp;
  };
}

type Connected = Pick<Database, 'engine' | 'query' | 'listen'> & {
  closeFile?: () => void;
  reportError?: ReportError;
};

function database({ engine, query, listen, closeFile, reportError = warn }: Connected): Database {
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
        // Once: whoever asks does so every few seconds.
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

/** Whether a driver's error says that a unique value is taken already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}
