import {
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { exists, makeDirectory, syncDirectory } from '../../server/db/disk.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';
import type { PictureStore, StoredFile } from '../picture-store.ts';
import { isMediaUrl, isPictureId } from '../picture-url.ts';
import { orNull, receiveFile, sweepFolders, UNFINISHED } from './received-file.ts';

/** A full, failing, read-only or inaccessible disk, or no file descriptor left. */
const DISK_ERRORS = new Set('EACCES EDQUOT EIO EMFILE ENFILE ENOSPC EPERM EROFS ESTALE'.split(' '));

/** Stores pictures below `root`, in one folder for each, named by its id. */
export function createDiskPictureStore(root: string): PictureStore {
  async function has(id: string): Promise<boolean> {
    return exists(join(root, id));
  }

  async function put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    makeDirectory(root);
    const folder = await mkdtemp(join(root, UNFINISHED));
    try {
      // Before an upload is answered, everything is on the disk: files, their names, the folder's name.
      for (const [name, data] of files) await writeFile(join(folder, name), data, { flush: true });
      await syncDirectory(folder);
      await rename(folder, join(root, id));
      await syncDirectory(root);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      await renew(id, error);
    }
  }

  /** What is stored is named by its content. @throws the error that storing it met, where there is nothing */
  async function renew(id: string, error: unknown): Promise<void> {
    const now = new Date();
    if ((await orNull(utimes(join(root, id), now, now))) === null) throw error;
  }

  async function keep(id: string, name: string, { path }: { path: string }): Promise<void> {
    const folder = dirname(path);
    await rename(path, join(folder, name));
    await syncDirectory(folder);
    try {
      await rename(folder, join(root, id));
    } catch (error) {
      await renew(id, error);
    }
    await syncDirectory(root);
  }

  async function find(id: string, name: string): Promise<StoredFile | null> {
    const path = join(root, id, name);
    const { size, mtime } = (await orNull(stat(path))) ?? {};
    if (size === undefined || mtime === undefined) return null;
    return {
      bytes: size,
      modified: mtime,
      async read(first, last) {
        const file = await orNull(open(path));
        if (file === null) return null;
        // Closes the file at its end and when the stream is cancelled.
        const content = file.createReadStream({ start: first, end: last });
        return Readable.toWeb(content) as ReadableStream<Uint8Array>;
      },
    };
  }

  async function collect(id: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const folder = join(root, id);
    const files = new Map<string, Uint8Array>();
    for (const name of (await orNull(readdir(folder))) ?? []) {
      if (!isMediaUrl(`/media/${id}/${name}`)) continue;
      const data = await orNull(readFile(join(folder, name)));
      // The picture is being removed.
      if (data === null) return new Map();
      files.set(name, data);
    }
    return files;
  }

  async function ids(): Promise<string[]> {
    return ((await orNull(readdir(root))) ?? []).filter(isPictureId);
  }

  async function remove(id: string, before = Number.POSITIVE_INFINITY): Promise<void> {
    const stored = await orNull(stat(join(root, id)));
    if (stored === null || stored.mtimeMs >= before) return;
    // Renamed first: after a crash, no half-removed picture is served.
    const folder = await mkdtemp(join(root, UNFINISHED));
    // Another process may have removed it.
    await orNull(rename(join(root, id), folder));
    await rm(folder, { recursive: true, force: true });
  }

  async function sweep(now: number): Promise<void> {
    makeDirectory(root);
    await sweepFolders(root, now);
  }

  return {
    has,
    put: (id, files) => orDiskUnavailable(put(id, files)),
    receive: (content) => orDiskUnavailable(receiveFile(root, content)),
    keep: (id, name, file) => orDiskUnavailable(keep(id, name, file)),
    remove: (id, before) => orDiskUnavailable(remove(id, before)),
    find: (id, name) => orDiskUnavailable(find(id, name)),
    collect,
    ids,
    sweep,
  };
}

export async function orDiskUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw DISK_ERRORS.has(code) ? new PicturesUnavailableError(code, { cause: error }) : error;
  }
}
