import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeDirectory } from '../../server/db/disk.ts';
import { type ReceivedFile, STALE_MS } from '../picture-store.ts';

/** Name prefix of folders and markers of writes and removals in progress; nothing is served from them. */
export const UNFINISHED = '.unfinished-';

/**
 * Writes content into a folder of its own below `root`, hashing it on the way. After a crash, `sweepFolders`
 * removes it.
 */
export async function receiveFile(
  root: string,
  content: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  makeDirectory(root);
  const folder = await mkdtemp(join(root, UNFINISHED));
  const path = join(folder, 'file');
  const discard = () => rm(folder, { recursive: true, force: true });
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(hashed, target);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    path,
    bytes: target.bytesWritten,
    sha256: hash.digest('hex'),
    read: (first, last) => createReadStream(path, { start: first, end: last }),
    discard,
  };
}

/**
 * Removes what uploads that crashed have left.
 *
 * @param now milliseconds since 1970; folders touched within the hour may belong to another process
 */
export async function sweepFolders(root: string, now: number): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = join(root, name);
    if (await isOlder(folder, now - STALE_MS)) await rm(folder, { recursive: true, force: true });
  }
}

/** False when another process has removed it. */
async function isOlder(path: string, instant: number): Promise<boolean> {
  const found = await orNull(stat(path));
  return found !== null && found.mtimeMs < instant;
}

/** Null when there is no such file or folder. */
export async function orNull<T>(operation: Promise<T>): Promise<T | null> {
  return operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
