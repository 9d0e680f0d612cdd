import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startChild } from '../child-process.ts';
import { BackupError } from './backup-error.ts';
import type { Place } from './database-copy.ts';

/** What the process is sent, and what it sends back when all went well or not. */
export type Order = { place: Place; file: string };
export type Outcome = { failure: string | null; isMendable: boolean };

/** So much of the disk is left to the site, in bytes. */
const RESERVE = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 500;

/**
 * Makes a backup in a process of its own, which yields to the one that serves. It ends before the disk
 * is full: a database that cannot be written would stop the site.
 *
 * @throws BackupError for what an operator can mend, BusyError when no process can be started, and what the
 *   signal was aborted with.
 */
export async function makeBackupApart(
  place: Place,
  file: string,
  { signal, reserve = RESERVE }: { signal: AbortSignal; reserve?: number },
): Promise<void> {
  await refuseFull(file, reserve);
  const module = new URL('./backup-child.ts', import.meta.url);
  const { process: child, ended } = await startChild(module);
  let full: unknown;
  // It removes what it has written when it is let go.
  const letGo = () => child.connected && child.disconnect();
  const timer = setInterval(() => {
    refuseFull(file, reserve).catch((error: unknown) => {
      full = error;
      letGo();
    });
  }, LOOK_EVERY_MS);
  signal.addEventListener('abort', letGo);
  try {
    signal.throwIfAborted();
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as Outcome);
    const { dataDir, databaseUrl, s3 } = place;
    const order: Order = { place: { dataDir, databaseUrl, s3 }, file };
    child.send(order);
    const outcome = await Promise.race([answered, ended.then(() => null)]);
    if (full !== undefined) throw full;
    if (outcome === null) throw new Error('The process for backups has ended without a word');
    if (outcome.failure === null) return;
    throw outcome.isMendable ? new BackupError(outcome.failure) : new Error(outcome.failure);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', letGo);
    letGo();
    await ended;
  }
}

async function refuseFull(file: string, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  if (bavail * bsize >= reserve) return;
  const free = Math.round((bavail * bsize) / 1024 / 1024);
  throw new BackupError(`${dirname(file)}: the disk is almost full (${free} MB are free)`);
}
