import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '../../server/db/error-code.ts';
import { makeDirectory } from '../../server/db/make-directory.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import type { SiteStorage } from './database-copy.ts';
import { installBackup } from './install-backup.ts';
import { requireEmpty } from './restore-target.ts';
import { unpackBackup } from './unpack-backup.ts';

/** Folder below DATA_DIR in which a backup is unpacked. */
const STAGING = '.restoring';

export type Restored = {
  posts: number;
  pictures: number;
  attachments: number;
  missing: string[];
  madeAt: string;
};

/**
 * Restores a backup into empty storage. The backup is unpacked into a staging folder and compared with its manifest
 * before anything is installed.
 *
 * @throws BackupError when the operator can fix it, and the signal's reason when it is aborted
 */
export async function restoreBackup(
  storage: SiteStorage,
  file: string,
  signal: AbortSignal,
): Promise<Restored> {
  const source = resolve(file);
  const dataDir = resolve(storage.dataDir);
  const staging = join(dataDir, STAGING);
  try {
    await requireEmpty(storage);
    await makeStaging(staging);
    try {
      const { madeAt, missing } = await unpackBackup(source, storage, { staging, signal });
      await requireEmpty(storage);
      const installed = await installBackup(storage, { staging, signal });
      return {
        posts: installed.posts,
        pictures: installed.pictures.length,
        attachments: installed.attachments.length,
        missing,
        madeAt,
      };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } catch (error) {
    signal.throwIfAborted();
    const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir;
    throw toBackupError(path, error);
  }
}

async function makeStaging(staging: string): Promise<void> {
  makeDirectory(dirname(staging));
  try {
    await mkdir(staging, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${staging} exists: another backup is being restored, or that was cut off (remove it then)`,
      { cause: error },
    );
  }
}
