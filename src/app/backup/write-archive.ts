import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { DIGEST_FRAME_HEADER, hashing } from './archive.ts';

export type WrittenEntry = { path: string; size: number; sha256: string };

export type ArchiveWriter = {
  /** Appends an open file and closes it. */
  addFile(path: string, file: FileHandle): Promise<WrittenEntry>;
  addBytes(path: string, bytes: Uint8Array): Promise<WrittenEntry>;
  addStream(path: string, size: number, content: AsyncIterable<Uint8Array>): Promise<WrittenEntry>;
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
        addStream: add,
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
