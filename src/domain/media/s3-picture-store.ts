import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';
import {
  type PictureStore,
  PicturesUnavailableError,
  STALE_MS,
  type StoredFile,
  UNFINISHED,
} from './picture-store.ts';
import { isMediaUrl, isPictureId, parsePictureUrl } from './picture-url.ts';

/** In milliseconds. A store that does not answer in time fails the request. */
const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: 4_000, socketTimeout: 30_000 };

/** For large files on slow connections. */
const UPLOAD_OPTIONS = { requestTimeout: 60_000 };

/** Slow downloads hold connections to the store; they must not use up the pool. */
const MAX_SOCKETS = 500;

const CONCURRENCY = 4;

type Options = {
  timeouts?: Partial<typeof TIMEOUTS>;
  /** Objects per page of a listing; the default of stores is 1,000. */
  pageSize?: number;
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
  config: Bucket,
  { timeouts, pageSize }: Options = {},
): PictureStore {
  const { bucket: Bucket, prefix } = config;
  const agent = { maxSockets: MAX_SOCKETS, keepAlive: true };
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Works with every store, whatever its DNS names.
    forcePathStyle: true,
    // Not every store has the checksum extension.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      ...TIMEOUTS,
      ...timeouts,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });

  const objectKey = (id: string, name: string) => `${prefix}${id}/${name}`;
  const markerKey = (id: string) => `${prefix}${UNFINISHED}${id}`;

  async function list(start: string, Delimiter?: string) {
    const pages: ListObjectsV2CommandOutput[] = [];
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        ...{ Bucket, Prefix: `${prefix}${start}`, Delimiter, ContinuationToken, MaxKeys: pageSize },
      });
      const page = await orUnavailable(client.send(command));
      pages.push(page);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return pages;
  }

  /** The file names of a picture, the original last. */
  async function namesOf(id: string): Promise<string[]> {
    const pages = await list(`${id}/`);
    return pages
      .flatMap(({ Contents = [] }) => Contents)
      .map(({ Key = '' }) => Key.slice(objectKey(id, '').length))
      .filter((name) => isMediaUrl(urlOf(id, name)))
      .sort((a, b) => Number(isOriginal(id, a)) - Number(isOriginal(id, b)));
  }

  async function has(id: string): Promise<boolean> {
    return (await namesOf(id)).some((name) => isOriginal(id, name));
  }

  async function putObject(Key: string, Body: Uint8Array): Promise<void> {
    const ContentType = contentTypeOf(Key);
    await orUnavailable(
      client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }), UPLOAD_OPTIONS),
    );
  }

  async function deleteObject(Key: string): Promise<void> {
    await orUnavailable(client.send(new DeleteObjectCommand({ Bucket, Key })));
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
    const found = await orNull(orUnavailable(client.send(new HeadObjectCommand({ Bucket, Key }))));
    if (found === null) return null;
    return {
      bytes: found.ContentLength ?? 0,
      modified: found.LastModified ?? new Date(0),
      async read(first, last) {
        const Range = `bytes=${first}-${last}`;
        const body = await getObject(Key, Range);
        return body === null ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array>);
      },
    };
  }

  async function getObject(Key: string, Range?: string): Promise<Readable | null> {
    const command = new GetObjectCommand({ Bucket, Key, Range });
    const got = await orNull(orUnavailable(client.send(command)));
    return got === null ? null : (got.Body as Readable);
  }

  async function collect(id: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const names = await namesOf(id);
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
    const pages = await list('', '/');
    return pages
      .flatMap(({ CommonPrefixes = [] }) => CommonPrefixes)
      .map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1))
      .filter(isPictureId);
  }

  async function sweep(now: number): Promise<void> {
    const marks = (await list(UNFINISHED)).flatMap(({ Contents = [] }) => Contents);
    for (const { Key = '', LastModified } of marks) {
      const id = Key.slice(markerKey('').length);
      if (!isPictureId(id) || (LastModified?.getTime() ?? now) > now - STALE_MS) continue;
      if (await has(id)) await deleteObject(markerKey(id));
      else await empty(id);
    }
  }

  return { has, put, remove, find, collect, ids, sweep };
}

function urlOf(id: string, name: string): string {
  return `/media/${id}/${name}`;
}

function isOriginal(id: string, name: string): boolean {
  return parsePictureUrl(urlOf(id, name)) !== null;
}

/** For people who browse the bucket: the site sets its own content types. */
function contentTypeOf(key: string): string | undefined {
  const format = /\.(png|jpg|webp|avif|gif)$/.exec(key)?.[1];
  return format && `image/${format === 'jpg' ? 'jpeg' : format}`;
}

/** Wraps the store's errors: only their code is passed on. */
async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new PicturesUnavailableError(code ?? name ?? 'unknown', { cause: error });
  }
}

/** The error names of HEAD and GET. */
const NOT_FOUND = new Set(['NotFound', 'NoSuchKey']);

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof PicturesUnavailableError && NOT_FOUND.has(error.code)) return null;
    throw error;
  });
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
