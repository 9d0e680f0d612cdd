import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';
import { connectPostgres, connectSqlite, type Database, type Engine } from '../db/connect.ts';
import { exists } from '../db/disk.ts';
import { errorCode } from '../db/error-code.ts';
import type { Tables } from '../db/tables.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { DATABASE_ENTRY } from './manifest.ts';
import { dumpPostgres, restorePostgres } from './postgres-tools.ts';

/** The configured storage of a site. */
export type SiteStorage = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;

export type DatabaseSummary = {
  /** Names in the order in which they ran. */
  migrations: string[];
  posts: number;
  /** Ids. */
  pictures: string[];
};

export type DatabaseCopy = DatabaseSummary & { file: string };

export function engineOf({ databaseUrl }: SiteStorage): Engine {
  return databaseUrl === undefined ? 'sqlite' : 'postgres';
}

export function sqliteFile({ dataDir }: SiteStorage): string {
  return join(dataDir, 'ligara.sqlite');
}

/**
 * Copies a consistent snapshot of a database, which others may write meanwhile, into a folder.
 *
 * @throws BackupError when the database cannot be reached or is damaged
 */
export async function copyDatabase(
  storage: SiteStorage,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const { databaseUrl } = storage;
  if (databaseUrl !== undefined) return copyPostgres(databaseUrl, folder, signal);
  return copySqlite(sqliteFile(storage), folder, signal);
}

/** Pages that are copied before the event loop continues. */
const PAGES_PER_STEP = 256;

async function copySqlite(
  source: string,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const file = join(folder, DATABASE_ENTRY.sqlite);
  if (!(await exists(source))) throw new BackupError(`DATA_DIR: there is no database at ${source}`);
  try {
    const sqlite = new SQLite(source, { fileMustExist: true });
    try {
      // A read transaction around all steps: without it, every write restarts the copy.
      sqlite.exec('begin; select 1 from sqlite_schema');
      const progress = () => {
        signal.throwIfAborted();
        return PAGES_PER_STEP;
      };
      await sqlite.backup(file, { progress });
    } finally {
      sqlite.close();
    }
  } catch (error) {
    // Here, the full disk is that of the copy, not of the source.
    throw errorCode(error) === 'SQLITE_FULL' ? error : toBackupError(source, error);
  }
  return { file, ...(await readSqlite(file)) };
}

/** @throws BackupError when the file is damaged */
export async function readSqlite(file: string): Promise<DatabaseSummary> {
  let db: Database | undefined;
  try {
    db = connectSqlite(file);
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db.query);
    const found = rows[0]?.quick_check ?? '';
    if (found !== 'ok') throw new BackupError(`The database is damaged: ${found.split('\n')[0]}`);
    return await readSummary(db.query);
  } catch (error) {
    const code = errorCode(error);
    if (!code.startsWith('SQLITE_CORRUPT') && code !== 'SQLITE_NOTADB') throw error;
    throw new BackupError(`The database is damaged (${code})`, { cause: error });
  } finally {
    await db?.close();
  }
}

async function copyPostgres(
  url: string,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const file = join(folder, DATABASE_ENTRY.postgres);
  return withPostgres(url, (query) =>
    query
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        // The snapshot lasts as long as this transaction is idle: overrides a limit of the server.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        const { rows } = await sql<{ snapshot: string }>`
          select pg_export_snapshot() as snapshot`.execute(trx);
        const version = await serverVersion(trx);
        await dumpPostgres({ url, version, file, folder, signal }, rows[0]?.snapshot ?? '');
        return { file, ...(await readSummary(trx)) };
      }),
  );
}

/** Restores a copy into an empty PostgreSQL database. */
export async function fillPostgres(
  url: string,
  { file, folder, signal }: { file: string; folder: string; signal: AbortSignal },
): Promise<DatabaseSummary> {
  return withPostgres(url, async (query) => {
    const version = await serverVersion(query);
    await restorePostgres({ url, version, file, folder, signal });
    return readSummary(query);
  });
}

/** Tables in all schemas, of all owners. */
export async function countPostgresTables(url: string): Promise<number> {
  return withPostgres(url, async (query) => {
    const { rows } = await sql<{ tables: number }>`
      select count(*) as tables from pg_catalog.pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(query);
    return rows[0]?.tables ?? 0;
  });
}

async function withPostgres<T>(url: string, work: (query: Kysely<Tables>) => Promise<T>) {
  const { query, close } = connectPostgres(url, { limits: null });
  try {
    await sql`select 1`.execute(query).catch((error: unknown) => {
      const why = errorCode(error) || String(error);
      throw new BackupError(`DATABASE_URL: the database cannot be opened (${why})`, {
        cause: error,
      });
    });
    return await work(query);
  } finally {
    await close();
  }
}

async function serverVersion(query: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(query);
  return Math.floor(Number(rows[0]?.version) / 10_000);
}

async function readSummary(query: Kysely<Tables>): Promise<DatabaseSummary> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  const names = new Set(tables.map(({ name }) => name));
  if (!['kysely_migration', 'posts', 'pictures'].every((name) => names.has(name))) {
    throw new BackupError('There is no site in the database');
  }
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(query);
  const { posts } = await query
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .executeTakeFirstOrThrow();
  const pictures = await query.selectFrom('pictures').select('id').orderBy('id').execute();
  return {
    migrations: rows.map(({ name }) => name),
    posts,
    pictures: pictures.map(({ id }) => id),
  };
}
