import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startChild } from '../../server/processes/child-process.ts';
import { BackupError } from './backup-error.ts';
import type { SiteStorage } from './database-copy.ts';

/** Messages to and from the child process; `failure` is null after success. */
export type BackupRequest = { storage: SiteStorage; file: string };
export type BackupResult = { failure: string | null; isOperational: boolean };

/** Disk space that is left to the site. */
const RESERVED_BYTES = 512 * 1024 * 1024;
const POLL_INTERVAL_MS = 500;

/**
 * Makes a backup in a child process with lower priority than the serving one. It stops before the disk is full:
 * the site could no longer write its database.
 *
 * @throws BackupError when the operator can fix it, BusyError when no process can be started, and the signal's
 *   reason when it is aborted
 */
export async function makeBackupInChild(
  storage: SiteStorage,
  file: string,
  { signal, reserve = RESERVED_BYTES }: { signal: AbortSignal; reserve?: number },
): Promise<void> {
  await requireFreeSpace(file, reserve);
  const module = new URL('./backup-child.ts', import.meta.url);
  const { process: child, ended } = await startChild(module);
  let diskFull: unknown;
  // The child removes what it has written when it is disconnected.
  const disconnect = () => child.connected && child.disconnect();
  const timer = setInterval(() => {
    requireFreeSpace(file, reserve).catch((error: unknown) => {
      diskFull = error;
      disconnect();
    });
  }, POLL_INTERVAL_MS);
  signal.addEventListener('abort', disconnect);
  try {
    signal.throwIfAborted();
    const response = once(child, 'message', { signal }).then(
      ([message]) => message as BackupResult,
    );
    const { dataDir, databaseUrl, s3 } = storage;
    const request: BackupRequest = { storage: { dataDir, databaseUrl, s3 }, file };
    child.send(request);
    const outcome = await Promise.race([response, ended.then(() => null)]);
    if (diskFull !== undefined) throw diskFull;
    if (outcome === null) throw new Error('The process for backups has ended without a word');
    if (outcome.failure === null) return;
    throw outcome.isOperational ? new BackupError(outcome.failure) : new Error(outcome.failure);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', disconnect);
    disconnect();
    await ended;
  }
}

async function requireFreeSpace(file: string, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  if (bavail * bsize >= reserve) return;
  const free = Math.round((bavail * bsize) / 1024 / 1024);
  throw new BackupError(`${dirname(file)}: the disk is almost full (${free} MB are free)`);
}
