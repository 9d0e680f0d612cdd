import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeDirectory } from '../server/db/disk.ts';
import { PicturesUnavailableError } from '../server/failure.ts';
import { isStoredAttachment } from './attachment-url.ts';
import { isMediaUrl, isPictureId } from './picture-url.ts';
import { SNIFF_BYTES } from './sniff.ts';

export type FileStore = {
  /** Stores a file whole or not at all, in place of one of its path. */
  put(path: string, content: Uint8Array | Pick<ReceivedFile, 'path' | 'bytes'>): Promise<void>;
  find(path: string): Promise<StoredFile | null>;
  /** The files of a folder; milliseconds since 1970. */
  list(folder: string): Promise<{ name: string; modified: number }[]>;
  folders(): Promise<string[]>;
  removeFolder(folder: string): Promise<void>;
};

export type StoredFile = {
  bytes: number;
  modified: Date;
  /** Reads an inclusive range of bytes, from 0; null when the file has been removed. */
  read(first: number, last: number): Promise<ReadableStream<Uint8Array> | null>;
};

export type ReceivedFile = {
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  head: Buffer;
  discard(): Promise<void>;
};

export type PictureStore = ReturnType<typeof createPictureStore>;

/**
 * A folder for each id; the row is written when all files are here.
 *
 * @param uploads a folder for files that are being received
 */
export function createPictureStore(store: FileStore, uploads: string) {
  async function names(id: string): Promise<string[]> {
    const all = (await store.list(id)).map(({ name }) => name);
    return all.filter((name) => isMediaUrl(`/media/${id}/${name}`) || isStoredAttachment(name));
  }

  async function has(id: string): Promise<boolean> {
    return (await names(id)).length > 0;
  }

  async function put(
    id: string,
    files: ReadonlyMap<string, Parameters<FileStore['put']>[1]>,
  ): Promise<void> {
    for (const [name, content] of files) await store.put(`${id}/${name}`, content);
  }

  /** @param before removes only what was last stored before this instant, in milliseconds since 1970 */
  async function remove(id: string, before = Number.POSITIVE_INFINITY): Promise<void> {
    const files = await store.list(id);
    if (files.every(({ modified }) => modified < before)) await store.removeFolder(id);
  }

  /**
   * Removes what uploads that crashed have left. Fails when the store cannot be used.
   *
   * @param now milliseconds since 1970; folders touched within the hour may belong to another process
   */
  async function sweep(now: number): Promise<void> {
    makeDirectory(uploads);
    for (const name of await readdir(uploads)) {
      if (!name.startsWith(UNFINISHED)) continue;
      const folder = join(uploads, name);
      // Another process may have removed it.
      const modified = (await orNull(stat(folder)))?.mtimeMs ?? now;
      if (modified < now - STALE_MS) await rm(folder, { recursive: true, force: true });
    }
    await store.folders();
  }

  return {
    names,
    has,
    put,
    remove,
    sweep,
    find: (id: string, name: string) => store.find(`${id}/${name}`),
    ids: async () => (await store.folders()).filter(isPictureId),
    /** Receives a file in constant memory, to be stored or discarded. */
    receive: (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
      orDiskUnavailable(receiveFile(uploads, content)),
  };
}

/** Name prefix of the folders of files that are being received; nothing is served from them. */
const UNFINISHED = '.unfinished-';

/** Longer than any upload. */
const STALE_MS = 60 * 60 * 1000;

export async function receiveFile(
  root: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ReceivedFile> {
  makeDirectory(root);
  const folder = await mkdtemp(join(root, UNFINISHED));
  const path = join(folder, 'file');
  const discard = () => rm(folder, { recursive: true, force: true });
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  async function* hashed() {
    for await (const chunk of content) {
      hash.update(chunk);
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk]).subarray(0, SNIFF_BYTES);
      yield chunk;
    }
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(hashed, target);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    path,
    bytes: target.bytesWritten,
    sha256: hash.digest('hex'),
    head,
    discard,
  };
}

/** Null when there is no such file or folder. */
export async function orNull<T>(operation: Promise<T>): Promise<T | null> {
  return operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** A full, failing, read-only or inaccessible disk, or no file descriptor left. */
const DISK_ERRORS = new Set('EACCES EDQUOT EIO EMFILE ENFILE ENOSPC EPERM EROFS ESTALE'.split(' '));

export async function orDiskUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw DISK_ERRORS.has(code) ? new PicturesUnavailableError(code, { cause: error }) : error;
  }
}
