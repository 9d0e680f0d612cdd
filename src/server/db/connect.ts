import { dirname, join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';
import { makeDirectory } from './disk.ts';
import { createPostgresDialect, type PostgresOptions, STATEMENT_LIMITS } from './postgres.ts';
import { isOnDisk, openSnapshot, openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { inSnapshot } from './transaction.ts';

export type Engine = 'sqlite' | 'postgres';

export type Database = {
  readonly engine: Engine;
  readonly query: Kysely<Tables>;
  /**
   * `read` sees the database as it was at its first query, and cannot write. A database in memory
   * has one connection, and no snapshots.
   */
  snapshot<T>(read: (query: Kysely<Tables>) => Promise<T>): Promise<T>;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

/** PostgreSQL is connected with the first query, which fails if it is unreachable. */
export function connect(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options?: Partial<PostgresOptions>,
): Database {
  return config.databaseUrl === undefined
    ? connectSqlite(join(config.dataDir, 'ligara.sqlite'))
    : connectPostgres(config.databaseUrl, options);
}

/** `:memory:` is an empty database in memory, the bytes of a file a copy in memory. */
export function connectSqlite(file: string | Buffer): Database {
  if (isOnDisk(file)) makeDirectory(dirname(file));
  const { dialect, close } = openSqlite(file);
  const query = new Kysely<Tables>({ dialect });
  async function snapshot<T>(read: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (!isOnDisk(file)) return read(query);
    const opened = openSnapshot(file);
    try {
      return await read(new Kysely<Tables>({ dialect: opened.dialect }));
    } finally {
      opened.close();
    }
  }
  return createDatabase({ engine: 'sqlite', query, snapshot }, warn, close);
}

export function connectPostgres(
  url: string,
  { limits = STATEMENT_LIMITS, reportError = warn }: Partial<PostgresOptions> = {},
): Database {
  const dialect = createPostgresDialect(url, { limits, reportError });
  const query = new Kysely<Tables>({ dialect });
  /** Reads on a connection of its own, without limits: one that waits for a slow reader is silent for long. */
  async function snapshot<T>(read: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
    const own = createPostgresDialect(url, { limits: null, reportError });
    const reader = new Kysely<Tables>({ dialect: own });
    try {
      return await inSnapshot(reader, read);
    } finally {
      await reader.destroy();
    }
  }
  return createDatabase({ engine: 'postgres', query, snapshot }, reportError);
}

function warn({ message }: Error): void {
  process.emitWarning(`The database cannot be reached: ${message}`);
}

function createDatabase(
  database: Pick<Database, 'engine' | 'query' | 'snapshot'>,
  reportError: PostgresOptions['reportError'],
  closeFile: () => void = () => undefined,
): Database {
  const { query } = database;
  let isReported = false;
  return {
    ...database,
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
      closeFile();
    },
  };
}
