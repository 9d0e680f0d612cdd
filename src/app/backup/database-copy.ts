import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../../server/config.ts';
import { connectPostgres, connectSqlite, type Engine } from '../../server/db/connect.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { errorCode } from '../../server/db/error-code.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inSnapshot } from '../../server/db/transaction.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { DATABASE_ENTRY } from './manifest.ts';
import { dumpPostgres, restorePostgres } from './postgres-tools.ts';

/** The configured storage of a site. */
export type SiteStorage = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;

export function engineOf({ databaseUrl }: SiteStorage): Engine {
  return databaseUrl === undefined ? 'sqlite' : 'postgres';
}

export function sqliteFile({ dataDir }: SiteStorage): string {
  return join(dataDir, 'ligara.sqlite');
}

export type DatabaseSummary = {
  /** Names in the order in which they ran. */
  migrations: string[];
  posts: number;
  /** Ids. */
  pictures: string[];
  attachments: string[];
};

/**
 * Copies a consistent snapshot of a database, which others may write meanwhile, into a private folder.
 *
 * @throws BackupError when the database cannot be reached or is damaged
 */
export async function copyDatabase(
  storage: SiteStorage,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseSummary & { file: string }> {
  const { databaseUrl: url } = storage;
  const file = join(folder, DATABASE_ENTRY[engineOf(storage)]);
  if (url === undefined) return { file, ...(await copySqlite(sqliteFile(storage), file)) };
  const summary = await withPostgres(url, (query, version) =>
    inSnapshot(query, async (trx) => {
      const { rows } = await sql<{ snapshot: string }>`
        select pg_export_snapshot() as snapshot`.execute(trx);
      await dumpPostgres({ url, version, file, signal }, rows[0]?.snapshot ?? '');
      return readSummary(trx);
    }),
  );
  return { file, ...summary };
}

async function copySqlite(source: string, file: string): Promise<DatabaseSummary> {
  if (!(await exists(source))) throw new BackupError(`DATA_DIR: there is no database at ${source}`);
  try {
    const sqlite = new SQLite(source, { fileMustExist: true });
    try {
      sqlite.prepare('vacuum into ?').run(file);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    // Here, the full disk is that of the copy, not of the source.
    throw errorCode(error) === 'SQLITE_FULL' ? error : toBackupError(source, error);
  }
  return readSqlite(file);
}

/** @throws BackupError when the file is damaged */
async function readSqlite(
  file: string,
  change?: (query: Kysely<Tables>) => Promise<void>,
): Promise<DatabaseSummary> {
  try {
    const db = connectSqlite(file);
    try {
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db.query);
      const found = rows[0]?.quick_check ?? '';
      if (found !== 'ok') throw new BackupError(`The database is damaged: ${found.split('\n')[0]}`);
      await change?.(db.query);
      return await readSummary(db.query);
    } finally {
      await db.close();
    }
  } catch (error) {
    throw toBackupError('The copy of the database', error);
  }
}

/** Moves a copy into empty storage: into DATA_DIR, or into a PostgreSQL database in one transaction. */
export async function installDatabase(
  storage: SiteStorage,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseSummary> {
  const { databaseUrl: url } = storage;
  const file = join(folder, DATABASE_ENTRY[engineOf(storage)]);
  if (url === undefined) {
    const summary = await readSqlite(file, endAccess);
    await rename(file, sqliteFile(storage));
    await syncDirectory(storage.dataDir);
    return summary;
  }
  return withPostgres(url, async (query, version) => {
    await restorePostgres({ url, version, file, signal });
    await endAccess(query);
    return readSummary(query);
  });
}

/** Ends sessions, tickets and links: they may have been ended since the backup was made. */
async function endAccess(query: Kysely<Tables>): Promise<void> {
  const tables = await query.introspection.getTables();
  for (const table of ACCESS) {
    // Older versions lack some.
    if (tables.some(({ name }) => name === table)) await query.deleteFrom(table).execute();
  }
}

const ACCESS = [
  ...(['sessions', 'pending_sign_ins', 'password_resets'] as const),
  ...(['invitations', 'preview_links'] as const),
];

/** Tables in all schemas, of all owners. */
export async function countPostgresTables(url: string): Promise<number> {
  return withPostgres(url, async (query) => {
    const { rows } = await sql<{ tables: number }>`
      select count(*) as tables from pg_catalog.pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(query);
    return rows[0]?.tables ?? 0;
  });
}

/** @param work gets the major version of the server, too */
async function withPostgres<T>(
  url: string,
  work: (query: Kysely<Tables>, version: number) => Promise<T>,
): Promise<T> {
  const { query, close } = connectPostgres(url, { limits: null });
  try {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version_num') as version`
      .execute(query)
      .catch((error: unknown) => {
        const why = errorCode(error) || String(error);
        throw new BackupError(`DATABASE_URL: the database cannot be opened (${why})`, {
          cause: error,
        });
      });
    return await work(query, Math.floor(Number(rows[0]?.version) / 10_000));
  } finally {
    await close();
  }
}

async function readSummary(query: Kysely<Tables>): Promise<DatabaseSummary> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  const columns = new Map(tables.map((table) => [table.name, table.columns]));
  if (!['kysely_migration', 'posts', 'pictures'].every((name) => columns.has(name))) {
    throw new BackupError('There is no site in the database');
  }
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(query);
  // Older versions have deleted posts in another table, and no attachments.
  const hasDeleted = columns.get('posts')?.some(({ name }) => name === 'deleted_at') ?? false;
  const { posts } = await query
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .$if(hasDeleted, (rows) => rows.where('deleted_at', 'is', null))
    .executeTakeFirstOrThrow();
  const idsOf = async (table: 'pictures' | 'attachments') =>
    columns.has(table)
      ? (await query.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
      : [];
  return {
    migrations: rows.map(({ name }) => name),
    posts,
    pictures: await idsOf('pictures'),
    attachments: await idsOf('attachments'),
  };
}
