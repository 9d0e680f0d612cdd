import { randomUUID } from 'node:crypto';
import { chmod, rename } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { syncDirectory } from '../../server/db/disk.ts';
import { makeDirectory } from '../../server/db/make-directory.ts';
import { toBackupError } from './backup-error.ts';
import { copyName, inNewFolder, PARTIAL_SUFFIX } from './backup-files.ts';
import { copyDatabase, type SiteStorage } from './database-copy.ts';

/**
 * Copies the database as it is before migrations change it: the way back to the version before. The copy is not
 * compressed, and has no pictures, which no migration changes. It is pruned as backups are.
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
  const target = join(folder, copyName(migration, now.getTime()));
  try {
    makeDirectory(folder);
    // Several instances may start at once.
    const partial = `${target}${PARTIAL_SUFFIX}-${randomUUID()}`;
    return await inNewFolder(partial, async () => {
      const { file } = await copyDatabase(storage, partial, new AbortController().signal);
      const copy = target + extname(file);
      // The folder may be one that others read.
      await chmod(file, 0o600);
      await rename(file, copy);
      await syncDirectory(folder);
      return copy;
    });
  } catch (error) {
    throw toBackupError(folder, error);
  }
}
