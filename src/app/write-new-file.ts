import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { exists, syncDirectory } from '../server/db/disk.ts';
import { OperatorError } from './operator-error.ts';

/** It has another name until it is complete and on the disk. */
export async function writeNewFile<T>(
  file: string,
  signal: AbortSignal,
  write: (sink: Writable) => Promise<T>,
): Promise<T> {
  if (await exists(file)) throw new OperatorError(`${file} already exists. Choose another name`);
  const partial = `${file}.partial`;
  // An existing one is another command's, or of one that was killed.
  const opened = await open(partial, 'wx', 0o600);
  const sink = opened.createWriteStream({ flush: true });
  try {
    const written = await write(sink);
    signal.throwIfAborted();
    await rename(partial, file);
    await syncDirectory(dirname(file));
    return written;
  } catch (error) {
    sink.destroy();
    await rm(partial, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}
