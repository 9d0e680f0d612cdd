import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { BackupError } from './backup-error.ts';

/**
 * A tar file in zstd, which `tar --zstd -xf` unpacks. It ends with the SHA-256 of all that comes before,
 * in a frame that readers of zstd skip (RFC 8878, section 3.1.2): whatever is cut off, changed or added
 * is noticed before anything is unpacked.
 */

/** How a frame to be skipped begins: its magic number, and that 32 bytes follow. */
const DIGEST_FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const TAIL_BYTES = DIGEST_FRAME_HEADER.length + 32;

export type WrittenEntry = { path: string; size: number; sha256: string };

export type ArchiveWriter = {
  /** Appends an open file, and closes it. */
  addFile(path: string, file: FileHandle): Promise<WrittenEntry>;
  addBytes(path: string, bytes: Uint8Array): Promise<WrittenEntry>;
};

type WriteOptions = { at: Date; signal: AbortSignal };

/** Writes an archive into a new, empty file, and closes that when it is on the disk. */
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
  // When one has failed, so has the other. Only what was thrown first says why.
  const failed = sink.status === 'rejected' ? sink : source;
  if (failed.status === 'rejected') throw failed.reason;
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

/** A stream that nobody reads would keep its file from being closed: it is made when it is read. */
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
 * The entries of an archive, one after the other; each must be read to its end.
 *
 * @throws BackupError before the first entry when the file is no archive, cut off, or changed.
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
  async function* orSayWhy<T>(items: AsyncIterable<T>) {
    try {
      yield* items;
    } catch (error) {
      throw unreadable(path, failure ?? error);
    }
  }
  for await (const entry of orSayWhy(tar)) {
    const { name, type } = entry.header;
    yield {
      path: name,
      isFile: type === 'file',
      content: orSayWhy(entry as AsyncIterable<Uint8Array>),
    };
  }
  await read;
}

async function verifyDigest(path: string, size: number, signal: AbortSignal): Promise<void> {
  const begin = Math.max(0, size - TAIL_BYTES);
  const tail = await buffer(createReadStream(path, { start: begin }));
  if (begin === 0 || !tail.subarray(0, DIGEST_FRAME_HEADER.length).equals(DIGEST_FRAME_HEADER)) {
    throw new BackupError(`${path} is no backup of this site, or was cut off`);
  }
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: begin - 1, signal })) hash.update(chunk);
  if (!tail.subarray(DIGEST_FRAME_HEADER.length).equals(hash.digest())) {
    throw new BackupError(`${path} was changed since it was made`);
  }
}

/** What is wrong in a file that nobody has changed: the disk, or whoever made it. */
function unreadable(path: string, error: unknown): unknown {
  const isSystem = error instanceof Error && 'syscall' in error;
  return isSystem ? error : new BackupError(`${path} cannot be unpacked`, { cause: error });
}

/** Passes content on, and knows its size and SHA-256 when all of it has passed. */
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
