import { type FileHandle, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { openPictureStore } from '../domain/media/open-picture-store.ts';
import { type ArchiveWriter, type WrittenEntry, writeArchive } from './archive.ts';
import { BackupError, codeOf, toBackupError } from './backup-error.ts';
import { copyDatabase, engineOf, type SiteStorage } from './database-copy.ts';
import { exists, flushNames, PARTIAL } from './disk.ts';
import {
  type BackupHeader,
  DATABASE_ENTRY,
  FORMAT,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
} from './manifest.ts';

type Options = {
  now: () => Date;
  /** Ends the work; nothing is left of it then. */
  signal: AbortSignal;
};

export type MadeBackup = Omit<Manifest, 'entries'> & {
  file: string;
  engine: BackupHeader['engine'];
  /** Bytes. */
  size: number;
};

/**
 * Writes one moment of a site, its database with every picture that this names, into one new file,
 * while the site runs. A file of that name is whole: it has another name until it is on the disk.
 *
 * @throws BackupError for what an operator can mend, and what the signal was aborted with.
 */
export async function makeBackup(
  storage: SiteStorage,
  file: string,
  { now, signal }: Options,
): Promise<MadeBackup> {
  const target = resolve(file);
  const partial = `${target}${PARTIAL}`;
  try {
    const handle = await openNew(partial);
    try {
      if (await exists(target)) throw new BackupError(`${target} exists: choose another name`);
      const summary = await fill(handle, { storage, partial, now, signal });
      const { size } = await stat(partial);
      await rename(partial, target);
      await flushNames(dirname(target));
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

/** Only one can make it. */
async function openNew(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${partial} exists: another backup is being written there, or was cut off (remove it then)`,
      { cause: error },
    );
  }
}

type FillOptions = Options & { storage: SiteStorage; partial: string };

async function fill(handle: FileHandle, options: FillOptions): Promise<Omit<Manifest, 'entries'>> {
  const { storage, partial, now, signal } = options;
  // The copy of the database lies beside its backup: there should be room.
  const folder = await mkdtemp(`${partial}-`);
  try {
    let summary: Omit<Manifest, 'entries'> | undefined;
    await writeArchive(handle, { at: now(), signal }, async (archive) => {
      const entries: WrittenEntry[] = [];
      const add = async (written: Promise<WrittenEntry>) => entries.push(await written);
      const head: BackupHeader = {
        program: 'ligara-site',
        format: FORMAT,
        engine: engineOf(storage),
      };
      await add(archive.addBytes(HEADER_ENTRY, Buffer.from(JSON.stringify(head))));
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
 * Pictures come and go while this works, and the files of one come before its row and go after it.
 * Those that are there are taken first, then the database, then those that came in between. One that
 * came and went in between is asked for by a copy of the database that is too old by then: another
 * one does not name it.
 */
async function addSite(
  archive: ArchiveWriter,
  add: Add,
  { storage, folder, now, signal }: FillOptions & { folder: string },
): Promise<Omit<Manifest, 'entries'>> {
  const files = await openPictureStore(storage);
  const added = new Set<string>();

  /** Gives those that are not there. */
  async function addPictures(ids: readonly string[]): Promise<string[]> {
    const absent: string[] = [];
    for (const id of ids) {
      if (added.has(id)) continue;
      signal.throwIfAborted();
      const picture = await files.collect(id);
      for (const [name, data] of picture) await add(archive.addBytes(`media/${id}/${name}`, data));
      if (picture.size > 0) added.add(id);
      else absent.push(id);
    }
    return absent;
  }

  await addPictures(await files.ids());
  const absentBefore = new Set<string>();
  for (;;) {
    const madeAt = now().toISOString();
    const { file, migrations, posts, pictures } = await copyDatabase(storage, folder, signal);
    const missing = await addPictures(pictures);
    if (missing.some((id) => !absentBefore.has(id))) {
      for (const id of missing) absentBefore.add(id);
      await rm(file);
      continue;
    }
    await add(archive.addFile(DATABASE_ENTRY[engineOf(storage)], await open(file)));
    return { madeAt, migrations, posts, pictures: pictures.length, missing };
  }
}
