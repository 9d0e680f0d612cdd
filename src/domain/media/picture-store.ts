import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { exists, syncDirectory } from '../../db/disk.ts';
import { makeDirectory } from '../../db/make-directory.ts';
import { isMediaUrl, isPictureId } from './picture-url.ts';

/** Stores the files of pictures by picture id and file name. */
export type PictureStore = {
  has(id: string): Promise<boolean>;
  /** Stores all files of a picture or none; an existing picture stays as it is. */
  put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(id: string): Promise<void>;
  /** One file; null when it does not exist. */
  find(id: string, name: string): Promise<StoredFile | null>;
  /** All files of a picture by name; empty when it does not exist. */
  collect(id: string): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The ids of all pictures. */
  ids(): Promise<string[]>;
  /**
   * Removes what writes and removals that crashed have left.
   *
   * @param now milliseconds since 1970; files touched within the hour may belong to another process
   */
  sweep(now: number): Promise<void>;
};

export type StoredFile = {
  bytes: number;
  modified: Date;
  /** Reads an inclusive range of bytes, from 0; null when the file has been removed. */
  read(first: number, last: number): Promise<ReadableStream<Uint8Array> | null>;
};

/** The picture store cannot be read or written now; the request may be retried. */
export class PicturesUnavailableError extends Error {
  override name = 'PicturesUnavailableError';
  /** The error code of the system or the store, such as `ENOSPC`. */
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`Pictures cannot be stored or read (${code})`, options);
    this.code = code;
  }
}

/** Name prefix of folders and markers of writes and removals in progress; nothing is served from them. */
export const UNFINISHED = '.unfinished-';

/** Longer than any write or removal of a picture. */
export const STALE_MS = 60 * 60 * 1000;

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
      if (!(await has(id))) throw error;
    }
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

  async function remove(id: string): Promise<void> {
    if (!(await has(id))) return;
    // Renamed first: after a crash, no half-removed picture is served.
    const folder = await mkdtemp(join(root, UNFINISHED));
    // Another process may have removed it.
    await orNull(rename(join(root, id), folder));
    await rm(folder, { recursive: true, force: true });
  }

  async function sweep(now: number): Promise<void> {
    makeDirectory(root);
    for (const name of await readdir(root)) {
      if (!name.startsWith(UNFINISHED)) continue;
      const folder = join(root, name);
      if (await isOlder(folder, now - STALE_MS)) await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    has,
    put: (id, files) => orUnavailable(put(id, files)),
    remove: (id) => orUnavailable(remove(id)),
    find: (id, name) => orUnavailable(find(id, name)),
    collect,
    ids,
    sweep,
  };
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw DISK_ERRORS.has(code) ? new PicturesUnavailableError(code, { cause: error }) : error;
  }
}

/** False when another process has removed it. */
async function isOlder(path: string, instant: number): Promise<boolean> {
  const found = await orNull(stat(path));
  return found !== null && found.mtimeMs < instant;
}

/** Null when there is no such file or folder. */
async function orNull<T>(operation: Promise<T>): Promise<T | null> {
  return operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
