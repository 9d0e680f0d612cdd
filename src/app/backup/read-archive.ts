import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { DIGEST_FRAME_HEADER, TAIL_BYTES } from './archive.ts';
import { BackupError } from './backup-error.ts';

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
  if (!found.isFile()) throw new BackupError(`${path} is not a file`);
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
    throw new BackupError(`${path} is not a backup of this site, or was cut off`);
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
