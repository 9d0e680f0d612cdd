import { once } from 'node:events';
import { startChild } from '../../server/processes/child-process.ts';
import { BackupError } from './backup-error.ts';
import type { SiteStorage } from './database-copy.ts';

/** The message to the child process, which answers why it made none, or null. */
export type BackupRequest = { storage: SiteStorage; file: string; reserve: number };

/** Disk space that is left to the site. */
const RESERVED_BYTES = 512 * 1024 * 1024;

/**
 * Makes a backup in a child process with lower priority than the serving one. It ends before the disk is full.
 *
 * @throws BackupError when none was made, BusyError when no process can be started, and any error when it is aborted
 */
export async function makeBackupInChild(
  { dataDir, databaseUrl, s3 }: SiteStorage,
  file: string,
  { signal, reserve = RESERVED_BYTES }: { signal: AbortSignal; reserve?: number },
): Promise<void> {
  const module = new URL('./backup-child.ts', import.meta.url);
  const { process: child, ended } = await startChild(module);
  try {
    signal.throwIfAborted();
    const response = once(child, 'message', { signal });
    const request: BackupRequest = { storage: { dataDir, databaseUrl, s3 }, file, reserve };
    child.send(request);
    const early = ended.then(() => ['The backup process ended unexpectedly']);
    const [failure] = await Promise.race([response, early]);
    if (failure !== null) throw new BackupError(String(failure));
  } finally {
    // The child removes what it has written when it is disconnected.
    if (child.connected) child.disconnect();
    await ended;
  }
}
