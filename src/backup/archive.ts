import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { BackupError } from './backup-error.ts';

/**
 * A zstd-compressed tar file, which `tar --zstd -xf` unpacks. It ends with the SHA-256 of all preceding bytes, in a
 * skippable frame (RFC 8878, section 3.1.2): truncation and changes are detected before anything is unpacked.
 */

/** Header of a skippable frame: magic number, and 32 as the length of its data. */
const DIGEST_FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const TAIL_BYTES = DIGEST_FRAME_HEADER.length + 32;

export type WrittenEntry = { path: string; size: number; sha256: string };

export type ArchiveWriter = {
  /** Appends an open file and closes it. */
  addFile(path: string, file: FileHandle): Promise<WrittenEntry>;
  addBytes(path: string, bytes: Uint8Array): Promise<WrittenEntry>;
};

type WriteOptions = { at: Date; signal: AbortSignal };

/** Writes an archive into a new, empty file, syncs it to the disk and closes it. */
export async function writeArchive(
  file: FileHandle,
  { at, signal }: WriteOptions,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack();
  const target = file.createWriteStream({ flush: true });
  const written = pipeline(tar, createZstdCompress(), withDigest, target, { signal });

  async function add(path: string, size: number, content: AsyncIterable<Uint8Array>) {
    const { hashed, digest } = hashing(content);
    await pipeline(hashed, tar.entry({ name: path, size, mode: 0o600, mtime: at }));
    return { path, size, sha256: digest().toString('hex') };
  }

  const filled = (async () => {
    try {
      await fill({
        addFile: async (path, each) => {
          const { size } = await each.stat();
          return add(path, size, contentOf(each));
        },
        addBytes: (path, bytes) => add(path, bytes.length, chunksOf(bytes)),
      });
      tar.finalize();
    } catch (error) {
      tar.destroy(error as Error);
      throw error;
    }
  })();
  const [sink, source] = await Promise.allSettled([written, filled]);
  // If one fails, so does the other; only the first error has the cause.
  const failed = sink.status === 'rejected' ? sink : source;
  if (failed.status === 'rejected') throw failed.reason;
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

/** Creates the stream on the first read: an unread stream would keep its file from being closed. */
async function* contentOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  yield* file.createReadStream();
}

async function* withDigest(content: AsyncIterable<Uint8Array>) {
  const { hashed, digest } = hashing(content);
  yield* hashed;
  yield Buffer.concat([DIGEST_FRAME_HEADER, digest()]);
}

export type ReadEntry = {
  path: string;
  /** Neither a folder nor a link. */
  isFile: boolean;
  content: AsyncIterable<Uint8Array>;
};

/**
 * The entries of an archive in order; each must be read to its end.
 *
 * @throws BackupError before the first entry when the file is no archive, or was truncated or changed
 */
export async function* readArchive(path: string, signal: AbortSignal): AsyncGenerator<ReadEntry> {
  const found = await stat(path);
  if (!found.isFile()) throw new BackupError(`${path} is no file`);
  const { size } = found;
  await verifyDigest(path, size, signal);
  const tar = extract();
  const compressed = createReadStream(path, { end: size - TAIL_BYTES - 1 });
  const read = pipeline(compressed, createZstdDecompress(), tar, { signal });
  let failure: unknown;
  read.catch((error: unknown) => {
    failure = error;
  });
  async function* withCause<T>(items: AsyncIterable<T>) {
    try {
      yield* items;
    } catch (error) {
      throw unreadable(path, failure ?? error);
    }
  }
  for await (const entry of withCause(tar)) {
    const { name, type } = entry.header;
    yield {
      path: name,
      isFile: type === 'file',
      content: withCause(entry as AsyncIterable<Uint8Array>),
    };
  }
  await read;
}

async function verifyDigest(path: string, size: number, signal: AbortSignal): Promise<void> {
  const tailStart = Math.max(0, size - TAIL_BYTES);
  const tail = await buffer(createReadStream(path, { start: tailStart }));
  if (
    tailStart === 0 ||
    !tail.subarray(0, DIGEST_FRAME_HEADER.length).equals(DIGEST_FRAME_HEADER)
  ) {
    throw new BackupError(`${path} is no backup of this site, or was cut off`);
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: tailStart - 1, signal }))
    hash.update(chunk);
  if (!tail.subarray(DIGEST_FRAME_HEADER.length).equals(hash.digest())) {
    throw new BackupError(`${path} was changed since it was made`);
  }
}

/** The digest matches, so the disk failed or the archive was written wrongly. */
function unreadable(path: string, error: unknown): unknown {
  const isSystem = error instanceof Error && 'syscall' in error;
  return isSystem ? error : new BackupError(`${path} cannot be unpacked`, { cause: error });
}

/** Passes content through; `digest` and `size` are valid once all of it was read. */
export function hashing(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass() {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { hashed: pass(), digest: () => hash.digest(), size: () => size };
}
