import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startChild } from '../child-process.ts';
import { BackupError } from './backup-error.ts';
import type { SiteStorage } from './database-copy.ts';

/** What the process is sent, and what it sends back when all went well or not. */
export type BackupRequest = { storage: SiteStorage; file: string };
export type BackupResult = { failure: string | null; isOperational: boolean };

/** So much of the disk is left to the site, in bytes. */
const RESERVED_BYTES = 512 * 1024 * 1024;
const POLL_INTERVAL_MS = 500;

/**
 * Makes a backup in a process of its own, which yields to the one that serves. It ends before the disk
 * is full: a database that cannot be written would stop the site.
 *
 * @throws BackupError for what an operator can mend, BusyError when no process can be started, and what the
 *   signal was aborted with.
 */
export async function makeBackupInChild(
  storage: SiteStorage,
  file: string,
  { signal, reserve = RESERVED_BYTES }: { signal: AbortSignal; reserve?: number },
): Promise<void> {
  await requireFreeSpace(file, reserve);
  const module = new URL('./backup-child.ts', import.meta.url);
  const { process: child, ended } = await startChild(module);
  let full: unknown;
  // It removes what it has written when it is let go.
  const letGo = () => child.connected && child.disconnect();
  const timer = setInterval(() => {
    requireFreeSpace(file, reserve).catch((error: unknown) => {
      full = error;
      letGo();
    });
  }, POLL_INTERVAL_MS);
  signal.addEventListener('abort', letGo);
  try {
    signal.throwIfAborted();
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as BackupResult);
    const { dataDir, databaseUrl, s3 } = storage;
    const request: BackupRequest = { storage: { dataDir, databaseUrl, s3 }, file };
    child.send(request);
    const outcome = await Promise.race([answered, ended.then(() => null)]);
    if (full !== undefined) throw full;
    if (outcome === null) throw new Error('The process for backups has ended without a word');
    if (outcome.failure === null) return;
    throw outcome.isOperational ? new BackupError(outcome.failure) : new Error(outcome.failure);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', letGo);
    letGo();
    await ended;
  }
}

async function requireFreeSpace(file: string, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  if (bavail * bsize >= reserve) return;
  const free = Math.round((bavail * bsize) / 1024 / 1024);
  throw new BackupError(`${dirname(file)}: the disk is almost full (${free} MB are free)`);
}
