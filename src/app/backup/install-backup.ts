import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isStoredAttachment } from '../../media/attachment-url.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { type DatabaseSummary, installDatabase, type SiteStorage } from './database-copy.ts';
import type { StagingOptions } from './unpack-backup.ts';

/** Pictures first: once the database is installed, the site is complete. */
export async function installBackup(
  storage: SiteStorage,
  staged: StagingOptions,
): Promise<DatabaseSummary> {
  return storage.s3 === undefined ? installOnDisk(storage, staged) : installInS3(storage, staged);
}

async function installOnDisk(
  storage: SiteStorage,
  { staging, signal }: StagingOptions,
): Promise<DatabaseSummary> {
  const [staged, media] = [join(staging, 'media'), join(storage.dataDir, 'media')];
  if (await exists(media)) await rmdir(media);
  await rename(staged, media);
  let summary: DatabaseSummary;
  try {
    summary = await installDatabase(storage, staging, signal);
  } catch (error) {
    await rename(media, staged);
    throw error;
  }
  await removeUnnamed(media, [...summary.pictures, ...summary.attachments]);
  await syncDirectory(media);
  await syncDirectory(storage.dataDir);
  return summary;
}

/** Removes the uploaded pictures again if the database cannot be installed. */
async function installInS3(
  storage: SiteStorage,
  { staging, signal }: StagingOptions,
): Promise<DatabaseSummary> {
  const files = await openPictureStore(storage);
  const put = new Set<string>();
  let named: readonly string[] = [];
  try {
    for (const id of await readdir(join(staging, 'media'))) {
      signal.throwIfAborted();
      const folder = join(staging, 'media', id);
      const names = await readdir(folder);
      put.add(id);
      const attachment = names.find((name) => isStoredAttachment(`/media/${id}/${name}`));
      if (attachment !== undefined) {
        const path = join(folder, attachment);
        await files.keep(id, attachment, { path, bytes: (await stat(path)).size });
        continue;
      }
      await files.put(
        id,
        new Map(
          await Promise.all(
            names.map(async (name) => [name, await readFile(join(folder, name))] as const),
          ),
        ),
      );
    }
    const summary = await installDatabase(storage, staging, signal);
    named = [...summary.pictures, ...summary.attachments];
    await syncDirectory(storage.dataDir);
    return summary;
  } finally {
    for (const id of put) if (!named.includes(id)) await files.remove(id);
  }
}

/** Removes pictures that were deleted between the start of the backup and the copy of the database. */
async function removeUnnamed(media: string, ids: readonly string[]): Promise<void> {
  const named = new Set(ids);
  for (const id of await readdir(media)) {
    if (!named.has(id)) await rm(join(media, id), { recursive: true });
  }
}
