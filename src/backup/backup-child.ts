import { constants, setPriority } from 'node:os';
import { READY } from '../child-process.ts';
import { BackupError } from './backup-error.ts';
import type { BackupRequest, BackupResult } from './backup-process.ts';
import { makeBackup } from './make-backup.ts';

// A process that makes one backup: it is sent where from and where to, sends back what became of it,
// and ends. When whoever started it lets it go or dies, it removes what it has written, and ends.

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const controller = new AbortController();
// A Ctrl+C reaches the whole group; the site lets this process go.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => controller.abort());
process.once('message', async ({ storage, file }: BackupRequest) => {
  const options = { now: () => new Date(), signal: controller.signal };
  const outcome = await makeBackup(storage, file, options).then(
    (): BackupResult => ({ failure: null, isOperational: false }),
    (error: unknown): BackupResult => {
      const isOperational = error instanceof BackupError;
      const failure = error instanceof Error ? (isOperational ? error.message : error.stack) : '';
      return { failure: failure || String(error), isOperational };
    },
  );
  if (process.connected) process.send?.(outcome);
});
process.send?.(READY);
