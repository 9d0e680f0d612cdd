import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeDirectory } from '../../db/make-directory.ts';
import { isMediaUrl, isPictureId } from './picture-url.ts';

/** Where the files of pictures are kept, by the picture's id and their names. */
export type PictureStore = {
  has(id: string): Promise<boolean>;
  /** Puts all files of a picture there at once, or none; those of one that is there stay. */
  put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(id: string): Promise<void>;
  /** One file, to be sent; null when it is not there. */
  find(id: string, name: string): Promise<StoredFile | null>;
  /** All files of a picture; none when it is not there. */
  collect(id: string): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The ids of all pictures. */
  ids(): Promise<string[]>;
  /**
   * Removes what a crash has left unfinished.
   *
   * @param now milliseconds since 1970; what was touched within the hour may be another process's work
   */
  sweep(now: number): Promise<void>;
};

export type StoredFile = {
  bytes: number;
  modified: Date;
  /** The bytes from the first to the last of these, counted from 0; null when it is gone by now. */
  read(first: number, last: number): Promise<ReadableStream<Uint8Array> | null>;
};

/** Pictures cannot be stored or read now; it is nobody's mistake, and may be tried again. */
export class PicturesUnavailableError extends Error {
  override name = 'PicturesUnavailableError';
  /** What the system or the store calls the trouble, such as `ENOSPC`. */
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`Pictures cannot be stored or read (${code})`, options);
    this.code = code;
  }
}

/** The beginning of the names of what is being filled or emptied; no picture is served from there. */
export const UNFINISHED = '.unfinished-';

/** So long nothing works on one picture. */
export const STALE_MS = 60 * 60 * 1000;

/** Disks that are full, broken, read-only, or somebody else's, and no descriptor left to open a file with. */
const DISK_ERRORS = new Set('EACCES EDQUOT EIO EMFILE ENFILE ENOSPC EPERM EROFS ESTALE'.split(' '));

/** Keeps pictures below a folder of this machine: a folder for each, named by its id. */
export function createDiskPictureStore(root: string): PictureStore {
  async function has(id: string): Promise<boolean> {
    return exists(join(root, id));
  }

  async function put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    makeDirectory(root);
    const folder = await mkdtemp(join(root, UNFINISHED));
    try {
      // An answered upload is on the disk: the files, their names, and in the end the folder's.
      for (const [name, data] of files) await writeFile(join(folder, name), data, { flush: true });
      await flushNames(folder);
      await rename(folder, join(root, id));
      await flushNames(root);
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
        // Closes the file at its end, and when nobody wants the rest of it.
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
      // It is being removed, and with it the rest.
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
    // Gone at once: what is left of it after a crash is no picture any more.
    const folder = await mkdtemp(join(root, UNFINISHED));
    // Null when somebody else has removed it meanwhile.
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

/** Not one that somebody else has removed meanwhile. */
async function isOlder(path: string, instant: number): Promise<boolean> {
  const found = await orNull(stat(path));
  return found !== null && found.mtimeMs < instant;
}

async function exists(path: string): Promise<boolean> {
  return (await orNull(stat(path))) !== null;
}

/** What was asked of the disk; null when there is no such file or folder. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function flushNames(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
