import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { makeDirectory } from '../../server/db/disk.ts';
import { isStoredAttachment } from '../attachment-url.ts';
import type { PictureStore, StoredFile } from '../picture-store.ts';
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
 * and back. S3 writes one object at a time: a picture exists when its original does, which is written last.
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

  /** The file names of a picture. */
  async function namesOf(id: string): Promise<string[]> {
    const { objects } = await list(objectKey(id, ''));
    return objects
      .map(({ Key = '' }) => Key.slice(objectKey(id, '').length))
      .filter((name) => isMediaUrl(urlOf(id, name)) || isStoredAttachment(urlOf(id, name)));
  }

  async function has(id: string): Promise<boolean> {
    return (await namesOf(id)).some((name) => isOriginal(id, name));
  }

  async function put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const variants = [...files].filter(([name]) => !isOriginal(id, name));
    const write = ([name, data]: [string, Uint8Array]) => putObject(objectKey(id, name), data);
    await forEach(variants, write);
    for (const file of files) if (isOriginal(id, file[0])) await write(file);
  }

  async function keep(
    id: string,
    name: string,
    { path, bytes }: { path: string; bytes: number },
  ): Promise<void> {
    const body = createReadStream(path);
    await putObject(objectKey(id, name), body, bytes).finally(() => body.destroy());
  }

  async function remove(id: string, before = Number.POSITIVE_INFINITY): Promise<void> {
    const { objects } = await list(objectKey(id, ''));
    if (objects.some(({ LastModified }) => (LastModified?.getTime() ?? 0) >= before)) return;
    await forEach(await namesOf(id), (name) => deleteObject(objectKey(id, name)));
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
    const { folders } = await list(prefix, '/');
    return folders.map((folder) => folder.slice(prefix.length, -1)).filter(isPictureId);
  }

  async function sweep(now: number): Promise<void> {
    makeDirectory(uploads);
    await sweepFolders(uploads, now);
    // Former versions left markers here. This also tells whether the store can be reached.
    const { objects } = await list(`${prefix}${UNFINISHED}`);
    for (const { Key = '' } of objects) await deleteObject(Key);
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
