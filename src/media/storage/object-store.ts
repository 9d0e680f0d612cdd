import type { Readable } from 'node:stream';
import {
  type _Object,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { PicturesUnavailableError } from '../../server/failure.ts';
import type { Bucket } from './bucket.ts';

/** In milliseconds. A store that does not answer in time fails the request. */
const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: 4_000, socketTimeout: 30_000 };

/** Large files on slow connections take longer. */
const UPLOAD_OPTIONS = { requestTimeout: 60_000 };

/** Attachments have up to 100 MB; less than the time after which an operation is taken over. */
const LARGE_UPLOAD_OPTIONS = { requestTimeout: 5 * 60_000 };

/** Slow downloads hold connections to the store; they must not use up the pool. */
const MAX_SOCKETS = 500;

export type ObjectStoreOptions = {
  timeouts?: Partial<typeof TIMEOUTS>;
  /** Objects per page of a listing; the default of stores is 1,000. */
  pageSize?: number;
};

/**
 * The objects of an S3-compatible bucket. A call that fails throws `PicturesUnavailableError`; reading what is not
 * there answers null.
 */
export function createObjectStore(config: Bucket, { timeouts, pageSize }: ObjectStoreOptions = {}) {
  const { bucket: Bucket } = config;
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

  /** All objects whose key begins so, and with a delimiter, all folders. */
  async function list(Prefix: string, Delimiter?: string) {
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

  /** @param bytes the size of a stream */
  async function putObject(
    Key: string,
    Body: Uint8Array | Readable,
    bytes?: number,
  ): Promise<void> {
    const command = new PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes });
    await orUnavailable(
      client.send(command, bytes === undefined ? UPLOAD_OPTIONS : LARGE_UPLOAD_OPTIONS),
    );
  }

  async function deleteObject(Key: string): Promise<void> {
    await orUnavailable(client.send(new DeleteObjectCommand({ Bucket, Key })));
  }

  async function headObject(Key: string) {
    return orNull(orUnavailable(client.send(new HeadObjectCommand({ Bucket, Key }))));
  }

  async function getObject(Key: string, Range?: string): Promise<Readable | null> {
    const command = new GetObjectCommand({ Bucket, Key, Range });
    const got = await orNull(orUnavailable(client.send(command)));
    return got === null ? null : (got.Body as Readable);
  }

  return { list, putObject, deleteObject, headObject, getObject };
}

/** Wraps the store's errors: only their code is passed on. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
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
