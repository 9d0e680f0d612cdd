import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { connectPostgres } from '../../server/db/connect.ts';
import { errorCode } from '../../server/db/error-code.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inSnapshot } from '../../server/db/transaction.ts';
import { BackupError } from './backup-error.ts';
import { type DatabaseCopy, type DatabaseSummary, readSummary } from './database-summary.ts';
import { DATABASE_ENTRY } from './manifest.ts';
import { dumpPostgres, restorePostgres } from './postgres-tools.ts';

export async function copyPostgres(
  url: string,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const file = join(folder, DATABASE_ENTRY.postgres);
  return withPostgres(url, (query) =>
    inSnapshot(query, async (trx) => {
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
