import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { exists } from '../../server/db/disk.ts';
import { BackupError } from './backup-error.ts';
import { countPostgresTables, type SiteStorage, sqliteFile } from './database-copy.ts';

/** @throws BackupError when the storage holds data that would be mixed with the backup */
export async function requireEmpty(storage: SiteStorage): Promise<void> {
  const media = join(storage.dataDir, 'media');
  if (storage.databaseUrl === undefined) {
    const database = sqliteFile(storage);
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      if (await exists(`${database}${suffix}`)) {
        throw new BackupError(`${database}${suffix} exists: restore into an empty DATA_DIR`);
      }
    }
  } else {
    const tables = await countPostgresTables(storage.databaseUrl);
    if (tables > 0) {
      throw new BackupError(
        `DATABASE_URL: the database has ${tables} tables: restore into an empty one`,
      );
    }
  }
  if (storage.s3 !== undefined) {
    if ((await (await openPictureStore(storage)).ids()).length > 0) {
      throw new BackupError('S3_URL: there are pictures: restore into an empty bucket or folder');
    }
    return;
  }
  if ((await exists(media)) && (await readdir(media)).length > 0) {
    throw new BackupError(`${media} is not empty: restore into an empty DATA_DIR`);
  }
}
