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

/** In milliseconds. A store that does not answer is given up, and who asked is told. */
const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: 4_000, socketTimeout: 30_000 };

/** A large file over a slow line. */
const SENDING = { requestTimeout: 60_000 };

/** Slow readers of pictures hold connections to the store; they must not hold all. */
const MAX_SOCKETS = 500;

const CONCURRENCY = 4;

type Options = {
  timeouts?: Partial<typeof TIMEOUTS>;
  /** How many objects are listed at once; stores list 1,000. */
  listed?: number;
};

/**
 * Keeps pictures in a store that speaks S3's protocol, by the same names as in a folder, so that a
 * folder can be copied there and back.
 *
 * A store puts one object at a time. The picture itself is put last and removed first: it is there
 * when that is. An empty object tells that a picture is being worked on; `sweep` looks at those that
 * a crash has left.
 */
export function createS3PictureStore(
  place: Bucket,
  { timeouts, listed }: Options = {},
): PictureStore {
  const { bucket: Bucket, prefix } = place;
  const agent = { maxSockets: MAX_SOCKETS, keepAlive: true };
  const client = new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    // Understood by every store, whatever names it has in the DNS.
    forcePathStyle: true,
    // Checksums beyond the signature are an extension that not every store has.
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

  const keyOf = (id: string, name: string) => `${prefix}${id}/${name}`;
  const markOf = (id: string) => `${prefix}${UNFINISHED}${id}`;

  async function list(start: string, Delimiter?: string) {
    const pages: ListObjectsV2CommandOutput[] = [];
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        ...{ Bucket, Prefix: `${prefix}${start}`, Delimiter, ContinuationToken, MaxKeys: listed },
      });
      const page = await asked(client.send(command));
      pages.push(page);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return pages;
  }

  /** The names of a picture's files, the picture itself last. */
  async function namesOf(id: string): Promise<string[]> {
    const pages = await list(`${id}/`);
    return pages
      .flatMap(({ Contents = [] }) => Contents)
      .map(({ Key = '' }) => Key.slice(keyOf(id, '').length))
      .filter((name) => isMediaUrl(addressOf(id, name)))
      .sort((a, b) => Number(isItself(id, a)) - Number(isItself(id, b)));
  }

  async function has(id: string): Promise<boolean> {
    return (await namesOf(id)).some((name) => isItself(id, name));
  }

  async function putObject(Key: string, Body: Uint8Array): Promise<void> {
    const ContentType = typeOf(Key);
    await asked(client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }), SENDING));
  }

  async function deleteObject(Key: string): Promise<void> {
    await asked(client.send(new DeleteObjectCommand({ Bucket, Key })));
  }

  async function put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    if (await has(id)) return;
    await putObject(markOf(id), new Uint8Array());
    const names = [...files.keys()];
    const variants = names.filter((name) => !isItself(id, name));
    const write = (name: string) => putObject(keyOf(id, name), files.get(name) as Uint8Array);
    try {
      await forEach(variants, write);
      await forEach(
        names.filter((name) => isItself(id, name)),
        write,
      );
    } catch (error) {
      // What this leaves behind, if the store does not answer, the mark tells.
      await empty(id).catch(() => undefined);
      throw error;
    }
    await deleteObject(markOf(id));
  }

  /** Removes the files of a picture that is marked, and then the mark. */
  async function empty(id: string): Promise<void> {
    const names = await namesOf(id);
    for (const name of names.filter((each) => isItself(id, each))) {
      await deleteObject(keyOf(id, name));
    }
    await forEach(
      names.filter((name) => !isItself(id, name)),
      (name) => deleteObject(keyOf(id, name)),
    );
    await deleteObject(markOf(id));
  }

  async function remove(id: string): Promise<void> {
    if (!(await has(id))) return;
    await putObject(markOf(id), new Uint8Array());
    await empty(id);
  }

  async function find(id: string, name: string): Promise<StoredFile | null> {
    const Key = keyOf(id, name);
    const found = await orNull(asked(client.send(new HeadObjectCommand({ Bucket, Key }))));
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
    const got = await orNull(asked(client.send(command)));
    return got === null ? null : (got.Body as Readable);
  }

  async function collect(id: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const names = await namesOf(id);
    const files = new Map<string, Uint8Array>();
    // Without the picture itself it is being put or removed.
    if (!names.some((name) => isItself(id, name))) return files;
    for (const name of names) {
      const body = await getObject(keyOf(id, name));
      if (body === null) return new Map();
      files.set(name, await asked(buffer(body)));
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
      const id = Key.slice(markOf('').length);
      if (!isPictureId(id) || (LastModified?.getTime() ?? now) > now - STALE_MS) continue;
      if (await has(id)) await deleteObject(markOf(id));
      else await empty(id);
    }
  }

  return { has, put, remove, find, collect, ids, sweep };
}

function addressOf(id: string, name: string): string {
  return `/media/${id}/${name}`;
}

/** Whether a file is the picture itself rather than a variant of it. */
function isItself(id: string, name: string): boolean {
  return parsePictureUrl(addressOf(id, name)) !== null;
}

/** For whoever looks into the store; the site says it by itself. */
function typeOf(key: string): string | undefined {
  const format = /\.(png|jpg|webp|avif|gif)$/.exec(key)?.[1];
  return format && `image/${format === 'jpg' ? 'jpeg' : format}`;
}

/** What the store answered, or an error that says no more than what kind of trouble there is. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new PicturesUnavailableError(code ?? name ?? 'unknown', { cause: error });
  }
}

/** What HEAD and GET call an object that is not there. */
const ABSENT = new Set(['NotFound', 'NoSuchKey']);

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof PicturesUnavailableError && ABSENT.has(error.code)) return null;
    throw error;
  });
}

/** A few at a time; ends when all have, and fails as the first that did. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
