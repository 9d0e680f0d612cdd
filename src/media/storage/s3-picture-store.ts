import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { makeDirectory } from '../../server/db/disk.ts';
import { isStoredAttachment } from '../attachment-url.ts';
import { type PictureStore, STALE_MS, type StoredFile } from '../picture-store.ts';
import { isMediaUrl, isPictureId, parsePictureUrl } from '../picture-url.ts';
import type { Bucket } from './bucket.ts';
import { orDiskUnavailable } from './disk-picture-store.ts';
import { createObjectStore, type ObjectStoreOptions, orUnavailable } from './object-store.ts';
import { receiveFile, sweepFolders, UNFINISHED } from './received-file.ts';

const CONCURRENCY = 4;

type Options = ObjectStoreOptions & {
  /** A folder for files that are being received. */
  uploads?: string;
};

/**
 * Stores pictures in an S3-compatible bucket, with the same names as on disk, so that a folder can be copied there
 * and back.
 *
 * S3 writes one object at a time. A picture exists when its original does, which is written last and removed
 * first. An empty marker object says that a picture is being written or removed; `sweep` cleans up after markers
 * that a crash has left.
 */
export function createS3PictureStore(
  bucket: Bucket,
  { uploads = tmpdir(), ...options }: Options = {},
): PictureStore {
  const { prefix } = bucket;
  const { list, putObject, deleteObject, headObject, getObject } = createObjectStore(
    bucket,
    options,
  );
  const objectKey = (id: string, name: string) => `${prefix}${id}/${name}`;
  const markerKey = (id: string) => `${prefix}${UNFINISHED}${id}`;

  /** The file names of a picture, the original last. */
  async function namesOf(id: string): Promise<string[]> {
    const pages = await list(`${prefix}${id}/`);
    return pages
      .flatMap(({ Contents = [] }) => Contents)
      .map(({ Key = '' }) => Key.slice(objectKey(id, '').length))
      .filter((name) => isMediaUrl(urlOf(id, name)) || isStoredAttachment(urlOf(id, name)))
      .sort((a, b) => Number(isOriginal(id, a)) - Number(isOriginal(id, b)));
  }

  async function has(id: string): Promise<boolean> {
    return (await namesOf(id)).some((name) => isOriginal(id, name));
  }

  async function put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    if (await has(id)) return;
    await putObject(markerKey(id), new Uint8Array());
    const names = [...files.keys()];
    const variants = names.filter((name) => !isOriginal(id, name));
    const write = (name: string) => putObject(objectKey(id, name), files.get(name) as Uint8Array);
    try {
      await forEach(variants, write);
      await forEach(
        names.filter((name) => isOriginal(id, name)),
        write,
      );
    } catch (error) {
      // If the store does not answer, the marker lets `sweep` remove the rest.
      await empty(id).catch(() => undefined);
      throw error;
    }
    await deleteObject(markerKey(id));
  }

  async function keep(
    id: string,
    name: string,
    { path, bytes }: { path: string; bytes: number },
  ): Promise<void> {
    if (await has(id)) return;
    await putObject(markerKey(id), new Uint8Array());
    const body = createReadStream(path);
    try {
      await putObject(objectKey(id, name), body, bytes);
    } catch (error) {
      await empty(id).catch(() => undefined);
      throw error;
    } finally {
      body.destroy();
    }
    await deleteObject(markerKey(id));
  }

  /** Removes a picture's files, then its marker. */
  async function empty(id: string): Promise<void> {
    const names = await namesOf(id);
    for (const name of names.filter((each) => isOriginal(id, each))) {
      await deleteObject(objectKey(id, name));
    }
    await forEach(
      names.filter((name) => !isOriginal(id, name)),
      (name) => deleteObject(objectKey(id, name)),
    );
    await deleteObject(markerKey(id));
  }

  async function remove(id: string): Promise<void> {
    if (!(await has(id))) return;
    await putObject(markerKey(id), new Uint8Array());
    await empty(id);
  }

  async function find(id: string, name: string): Promise<StoredFile | null> {
    const Key = objectKey(id, name);
    const found = await headObject(Key);
    if (found === null) return null;
    return {
      bytes: found.ContentLength ?? 0,
      modified: found.LastModified ?? new Date(0),
      async read(first, last) {
        const body = await getObject(Key, `bytes=${first}-${last}`);
        return body === null ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array>);
      },
    };
  }

  async function collect(id: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const names = (await namesOf(id)).filter((name) => isMediaUrl(urlOf(id, name)));
    const files = new Map<string, Uint8Array>();
    // Without the original, the picture is being written or removed.
    if (!names.some((name) => isOriginal(id, name))) return files;
    for (const name of names) {
      const body = await getObject(objectKey(id, name));
      if (body === null) return new Map();
      files.set(name, await orUnavailable(buffer(body)));
    }
    return files;
  }

  async function ids(): Promise<string[]> {
    const pages = await list(prefix, '/');
    return pages
      .flatMap(({ CommonPrefixes = [] }) => CommonPrefixes)
      .map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1))
      .filter(isPictureId);
  }

  async function sweep(now: number): Promise<void> {
    makeDirectory(uploads);
    await sweepFolders(uploads, now);
    const marks = (await list(markerKey(''))).flatMap(({ Contents = [] }) => Contents);
    for (const { Key = '', LastModified } of marks) {
      const id = Key.slice(markerKey('').length);
      if (!isPictureId(id) || (LastModified?.getTime() ?? now) > now - STALE_MS) continue;
      if (await has(id)) await deleteObject(markerKey(id));
      else await empty(id);
    }
  }

  const receive = (content: AsyncIterable<Uint8Array>) =>
    orDiskUnavailable(receiveFile(uploads, content));

  return { has, put, receive, keep, remove, find, collect, ids, sweep };
}

function urlOf(id: string, name: string): string {
  return `/media/${id}/${name}`;
}

function isOriginal(id: string, name: string): boolean {
  return parsePictureUrl(urlOf(id, name)) !== null || isStoredAttachment(urlOf(id, name));
}

/** Runs up to `CONCURRENCY` tasks at a time; waits for all, then throws the first error. */
async function forEach<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  const failed = workers.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
