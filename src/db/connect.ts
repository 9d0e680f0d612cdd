import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
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
 * Hears what is told on a channel, over a connection of its own.
 *
 * @param lost called once when nothing more will be heard
 * @returns what ends it
 */
export type Listen = (
  channel: 'post_changes',
  hear: (message: string) => void,
  lost: () => void,
) => Promise<() => Promise<void>>;

/**
 * Opens the database that the configuration names. The connection is made with the first query, so
 * an unreachable PostgreSQL shows there.
 */
export function connect(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Database {
  return config.databaseUrl === undefined
    ? connectSqlite(join(config.dataDir, 'ligara.sqlite'))
    : connectPostgres(config.databaseUrl);
}

/** Opens an SQLite file, making its folder; `:memory:` is a database that ends with the process. */
export function connectSqlite(file: string): Database {
  if (file !== ':memory:') mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const { dialect, close } = openSqlite(file);
  const query = new Kysely<Tables>({ dialect });
  return database('sqlite', query, null, close);
}

/** Opens a pool of connections to PostgreSQL. */
export function connectPostgres(url: string): Database {
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(url) }) });
  return database('postgres', query, listenTo(url));
}

/** The driver is not loaded where SQLite serves. */
async function loadDriver(): Promise<typeof pg> {
  const { default: driver } = await import('pg');
  return driver;
}

async function openPool(url: string): Promise<pg.Pool> {
  const { Pool, TypeOverrides, types: known } = await loadDriver();
  const types = new TypeOverrides();
  // count(*) is an int8, which the driver hands over as text for fear of precision.
  types.setTypeParser(known.builtins.INT8, Number);
  const pool = new Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    application_name: 'ligara-site',
  });
  // A connection that the server ended is replaced with the next query. Without these listeners it
  // would end the process: the pool's for those that are idle, its own for one that is in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function listenTo(url: string): Listen {
  return async (channel, hear, lost) => {
    const { Client } = await loadDriver();
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      // A connection that was cut without a word is found out.
      keepAlive: true,
      application_name: 'ligara-site-listener',
    });
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      lost();
    };
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    await client.connect();
    await client.query(`listen ${channel}`);
    return async () => {
      isOver = true;
      await client.end();
    };
  };
}

function database(
  engine: Engine,
  query: Kysely<Tables>,
  listen: Listen | null,
  closeFile?: () => void,
): Database {
  return {
    engine,
    query,
    listen,
    isReady: () =>
      sql`select 1`.execute(query).then(
        () => true,
        () => false,
      ),
    close: async () => {
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
