import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
} from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { keepStatements } from './kept-statements.ts';
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
  const sqlite = new SQLite(file);
  // FULL: an answered write is on the disk, also after a power cut.
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // What is deleted is overwritten: it is gone from the file, too.
  sqlite.pragma('secure_delete = ON');
  // The engine waits where it stands, and with it everything that this process does: not for long.
  sqlite.pragma(`busy_timeout = ${WAIT_IN_ENGINE_MS}`);
  // SQLite's own changes the letters A to Z and no others.
  sqlite.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  const query = new Kysely<Tables>({ dialect: new Sqlite({ database: keepStatements(sqlite) }) });
  return database('sqlite', query, null);
}

/** The library's dialect, which uses less of SQLite than there is. */
class Sqlite extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter() {
    return new TransactionalDdl();
  }

  override createDriver() {
    return new ImmediateTransactions(this.#config);
  }
}

/** Migrations run in a transaction: SQLite takes changes of the schema back like any other. */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Every transaction here writes. One that began as a reader cannot become a writer once another
 * process has written: it fails at once, however long the busy timeout is. One that must wait lets
 * everything else go on meanwhile.
 */
class ImmediateTransactions extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    const begun = performance.now();
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - begun > LONGEST_WAIT_MS) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }
}

/** How long a write waits for one of another process: in the engine, and in all. */
const WAIT_IN_ENGINE_MS = 100;
const PAUSE_MS = 50;
const LONGEST_WAIT_MS = 2_000;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
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

function database(engine: Engine, query: Kysely<Tables>, listen: Listen | null): Database {
  return {
    engine,
    query,
    listen,
    isReady: () =>
      sql`select 1`.execute(query).then(
        () => true,
        () => false,
      ),
    close: () => query.destroy(),
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
