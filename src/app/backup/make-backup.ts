import { type FileHandle, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ATTACHMENT_TYPES, storedAttachment } from '../../media/attachment-url.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { errorCode } from '../../server/db/error-code.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { PARTIAL_SUFFIX } from './backup-files.ts';
import { copyDatabase, engineOf, type SiteStorage } from './database-copy.ts';
import {
  type BackupHeader,
  DATABASE_ENTRY,
  FORMAT,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
} from './manifest.ts';
import { type ArchiveWriter, type WrittenEntry, writeArchive } from './write-archive.ts';

type Options = {
  now: () => Date;
  /** Aborts the backup, which then leaves nothing. */
  signal: AbortSignal;
};

export type MadeBackup = Omit<Manifest, 'entries'> & {
  file: string;
  engine: BackupHeader['engine'];
  /** In bytes. */
  size: number;
};

/**
 * Writes a snapshot of a site, its database with every picture and file that it refers to, into one new file, while the site
 * runs. The file has another name until it is complete and on the disk.
 *
 * @throws BackupError when the operator can fix it, and the signal's reason when it is aborted
 */
export async function makeBackup(
  storage: SiteStorage,
  file: string,
  { now, signal }: Options,
): Promise<MadeBackup> {
  const target = resolve(file);
  const partial = `${target}${PARTIAL_SUFFIX}`;
  try {
    const handle = await openNew(partial);
    try {
      if (await exists(target)) throw new BackupError(`${target} exists: choose another name`);
      const summary = await fill(handle, { storage, partial, now, signal });
      const { size } = await stat(partial);
      await rename(partial, target);
      await syncDirectory(dirname(target));
      return { file: target, engine: engineOf(storage), size, ...summary };
    } catch (error) {
      await handle.close();
      await rm(partial, { force: true });
      throw error;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toBackupError(target, error);
  }
}

/** Fails when another process is writing the same backup. */
async function openNew(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${partial} exists: another backup is being written there, or was cut off (remove it then)`,
      { cause: error },
    );
  }
}

type FillOptions = Options & { storage: SiteStorage; partial: string };

async function fill(handle: FileHandle, options: FillOptions): Promise<Omit<Manifest, 'entries'>> {
  const { storage, partial, now, signal } = options;
  // The copy of the database is on the disk of the backup, which should have room.
  const folder = await mkdtemp(`${partial}-`);
  try {
    let summary: Omit<Manifest, 'entries'> | undefined;
    await writeArchive(handle, { at: now(), signal }, async (archive) => {
      const entries: WrittenEntry[] = [];
      const add = async (written: Promise<WrittenEntry>) => entries.push(await written);
      const header: BackupHeader = {
        program: 'ligara-site',
        format: FORMAT,
        engine: engineOf(storage),
      };
      await add(archive.addBytes(HEADER_ENTRY, Buffer.from(JSON.stringify(header))));
      summary = await addSite(archive, add, { ...options, folder });
      const manifest: Manifest = { ...summary, entries };
      await archive.addBytes(MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest)));
    });
    if (summary === undefined) throw new Error('The archive was not filled');
    return summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Add = (written: Promise<WrittenEntry>) => Promise<unknown>;

/**
 * Pictures may be added and removed meanwhile; a picture's files are written before its row and removed after it.
 * So this adds all pictures, then copies the database, then adds the pictures that the copy has and that are
 * missing. If a picture was removed after the copy, its files are gone: a new copy no longer has its row.
 */
async function addSite(
  archive: ArchiveWriter,
  add: Add,
  { storage, folder, now, signal }: FillOptions & { folder: string },
): Promise<Omit<Manifest, 'entries'>> {
  const files = await openPictureStore(storage);
  const added = new Set<string>();

  /** Returns the ids that have no files. */
  async function addPictures(ids: readonly string[]): Promise<string[]> {
    const absent: string[] = [];
    for (const id of ids) {
      if (added.has(id)) continue;
      signal.throwIfAborted();
      const picture = await files.collect(id);
      for (const [name, data] of picture) await add(archive.addBytes(`media/${id}/${name}`, data));
      if (picture.size > 0 || (await addAttachment(id))) added.add(id);
      else absent.push(id);
    }
    return absent;
  }

  /** Returns false if there is none. Its only file is never in memory as a whole. */
  async function addAttachment(id: string): Promise<boolean> {
    for (const name of ATTACHMENT_TYPES.map(storedAttachment)) {
      const file = await files.find(id, name);
      const content = await file?.read(0, file.bytes - 1);
      if (file === null || !content) continue;
      await add(archive.addStream(`media/${id}/${name}`, file.bytes, content));
      return true;
    }
    return false;
  }

  await addPictures(await files.ids());
  const absentBefore = new Set<string>();
  for (;;) {
    const madeAt = now().toISOString();
    const { file, migrations, posts, pictures, attachments } = await copyDatabase(
      storage,
      folder,
      signal,
    );
    const missing = await addPictures([...pictures, ...attachments]);
    if (missing.some((id) => !absentBefore.has(id))) {
      for (const id of missing) absentBefore.add(id);
      await rm(file);
      continue;
    }
    await add(archive.addFile(DATABASE_ENTRY[engineOf(storage)], await open(file)));
    const counts = { posts, pictures: pictures.length, attachments: attachments.length };
    return { madeAt, migrations, ...counts, missing };
  }
}
