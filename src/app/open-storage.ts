import { join } from 'node:path';
import type { PictureStore } from '../media/picture-store.ts';
import { openPictureStore } from '../media/storage/disk-picture-store.ts';
import { type Config, ConfigError } from '../server/config.ts';
import { connect, type Database } from '../server/db/connect.ts';
import { type DataDirLock, lockDataDir, makeDirectory } from '../server/db/disk.ts';
import { migrate, pendingMigrations } from '../server/db/migrate.ts';
import { PicturesUnavailableError } from '../server/failure.ts';
import { backupFolder, backupName } from './backup/daily-backups.ts';
import { makeBackup } from './backup/make-backup.ts';
import { describeOperatorError } from './operator-error.ts';

/** Opens where the site keeps its data. Failures that an operator can fix are described by `describeOperatorError`. */

/**
 * Locks the SQLite file against a second process; null with PostgreSQL, which several may share.
 *
 * @throws ConfigError when another process holds the lock
 */
export function lockSqliteData({ databaseUrl, dataDir }: Config): DataDirLock | null {
  if (databaseUrl !== undefined) return null;
  const lock = lockDataDir(dataDir);
  if (lock !== null) return lock;
  throw new ConfigError(
    `DATA_DIR: another process is already using ${dataDir}. To run several, set DATABASE_URL to a shared PostgreSQL database`,
  );
}

export async function openDatabase(config: Config, options: Parameters<typeof connect>[1]) {
  let db: Database | undefined;
  try {
    // A migration must not run into the timeouts of requests.
    db = connect(config, { ...options, limits: null });
    const [next] = config.backups ? await pendingMigrations(db) : [];
    if (next !== undefined) await backUpBefore(next, db, config);
    await migrate(db);
    if (db.engine === 'sqlite') return db;
    await db.close();
    return connect(config, options);
  } catch (error) {
    // Open connections would keep the process from ending.
    await db?.close();
    throw error;
  }
}

async function backUpBefore(migration: string, db: Database, config: Config): Promise<void> {
  const file = join(backupFolder(config), `before-${migration}-${backupName(Date.now())}`);
  try {
    makeDirectory(backupFolder(config));
    const files = await openPictureStore(config);
    await makeBackup({ db, files }, file, new AbortController().signal);
  } catch (error) {
    const reason = describeOperatorError(error);
    if (reason === null) throw error;
    throw new ConfigError(`BACKUPS: no backup before the migration: ${reason}`, { cause: error });
  }
  console.log(`Made the backup ${file} before migrating the database`);
}

/** @throws ConfigError when pictures cannot be stored where S3_URL says. */
export async function openPictureStorage(config: Config): Promise<PictureStore> {
  makeDirectory(config.dataDir);
  try {
    const files = await openPictureStore(config);
    await files.sweep(Date.now());
    return files;
  } catch (error) {
    if (!(error instanceof PicturesUnavailableError) || config.s3 === undefined) throw error;
    throw new ConfigError(`S3_URL: ${error.message}`, { cause: error });
  }
}
