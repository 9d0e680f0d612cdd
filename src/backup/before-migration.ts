import { mkdtemp, rename, rm } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { syncDirectory } from '../db/disk.ts';
import { makeDirectory } from '../db/make-directory.ts';
import { toBackupError } from './backup-error.ts';
import { copyDatabase, type SiteStorage } from './database-copy.ts';

/**
 * Copies the database as it is before migrations change it: the way back to the version before. The copy is neither
 * compressed nor pruned, and pictures are not in it, which no migration changes.
 *
 * @param migration the first that is about to run
 * @returns the path of the copy
 * @throws BackupError when none can be made
 */
export async function copyBeforeMigration(
  storage: SiteStorage,
  migration: string,
  now: Date,
): Promise<string> {
  const folder = resolve(storage.dataDir, 'backups');
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  try {
    makeDirectory(folder);
    const partial = await mkdtemp(join(folder, `before-${migration}-`));
    try {
      const { file } = await copyDatabase(storage, partial, new AbortController().signal);
      const target = join(folder, `before-${migration}-${time}${extname(file)}`);
      await rename(file, target);
      await syncDirectory(folder);
      return target;
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  } catch (error) {
    throw toBackupError(folder, error);
  }
}
