import { constants, setPriority } from 'node:os';
import { READY, sendToParent } from '../../server/processes/child-process.ts';
import { BackupError } from './backup-error.ts';
import type { BackupRequest, BackupResult } from './backup-process.ts';
import { makeBackup } from './make-backup.ts';

// A child process for one backup: receives a request, sends the result, and exits. When its parent disconnects or
// dies, it removes what it has written and exits.

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const controller = new AbortController();
// Ctrl+C signals the whole process group; the parent disconnects then.
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
  sendToParent(outcome);
});
sendToParent(READY);
