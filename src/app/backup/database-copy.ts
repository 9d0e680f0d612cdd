import { join } from 'node:path';
import type { Config } from '../../server/config.ts';
import type { Engine } from '../../server/db/connect.ts';
import type { DatabaseCopy } from './database-summary.ts';
import { copyPostgres } from './postgres-copy.ts';
import { copySqlite } from './sqlite-copy.ts';

/** The configured storage of a site. */
export type SiteStorage = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;

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
