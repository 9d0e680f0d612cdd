import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import {
  type _Object,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '../../server/config.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';
import { createPictureStore, type FileStore, type PictureStore } from '../picture-store.ts';

export type Bucket = NonNullable<Config['s3']>;

/** In milliseconds. A store that does not answer in time fails the request. */
const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: 4_000, socketTimeout: 30_000 };

/** Attachments have up to 100 MB, and connections may be slow. */
const UPLOAD_OPTIONS = { requestTimeout: 5 * 60_000 };

/** Slow downloads hold connections to the store; they must not use up the pool. */
const MAX_SOCKETS = 500;

type Options = {
  uploads?: string;
  timeouts?: Partial<typeof TIMEOUTS>;
  /** Objects per page of a listing; the default of stores is 1,000. */
  pageSize?: number;
};

/**
 * The same names as on disk, so that a folder can be copied there and back. A call that fails
 * throws `PicturesUnavailableError`.
 */
export function createS3PictureStore(
  bucket: Bucket,
  { uploads = tmpdir(), ...options }: Options = {},
): PictureStore {
  return createPictureStore(createBucket(bucket, options), uploads);
}

function createBucket(config: Bucket, { timeouts, pageSize }: Options): FileStore {
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

  async function listAll(Prefix: string, Delimiter?: string) {
    const objects: _Object[] = [];
    const folders: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = { Bucket, Prefix, Delimiter, ContinuationToken, MaxKeys: pageSize };
      const listed = await orUnavailable(client.send(new ListObjectsV2Command(page)));
      objects.push(...(listed.Contents ?? []));
      folders.push(...(listed.CommonPrefixes ?? []).flatMap((folder) => folder.Prefix ?? []));
      ContinuationToken = listed.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return { objects, folders };
  }

  return {
    async put(path, content) {
      const isBytes = content instanceof Uint8Array;
      const Body = isBytes ? content : createReadStream(content.path);
      const ContentLength = isBytes ? undefined : content.bytes;
      const command = new PutObjectCommand({ Bucket, Key: prefix + path, Body, ContentLength });
      const sent = orUnavailable(client.send(command, UPLOAD_OPTIONS));
      await sent.finally(() => Body instanceof Readable && Body.destroy());
    },
    async find(path) {
      const object = { Bucket, Key: prefix + path };
      const found = await orNull(orUnavailable(client.send(new HeadObjectCommand(object))));
      return (
        found && {
          bytes: found.ContentLength ?? 0,
          modified: found.LastModified ?? new Date(0),
          async read(first, last) {
            const command = new GetObjectCommand({ ...object, Range: `bytes=${first}-${last}` });
            const got = await orNull(orUnavailable(client.send(command)));
            return got && (Readable.toWeb(got.Body as Readable) as ReadableStream<Uint8Array>);
          },
        }
      );
    },
    async list(folder) {
      const start = `${prefix}${folder}/`;
      return (await listAll(start)).objects.map(({ Key = '', LastModified }) => ({
        name: Key.slice(start.length),
        modified: LastModified?.getTime() ?? 0,
      }));
    },
    async folders() {
      const { folders } = await listAll(prefix, '/');
      return folders.map((folder) => folder.slice(prefix.length, -1));
    },
    async removeFolder(folder) {
      for (const { Key } of (await listAll(`${prefix}${folder}/`)).objects) {
        await orUnavailable(client.send(new DeleteObjectCommand({ Bucket, Key })));
      }
    },
  };
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

const NOT_FOUND = new Set(['NotFound', 'NoSuchKey']);

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof PicturesUnavailableError && NOT_FOUND.has(error.code)) return null;
    throw error;
  });
}
