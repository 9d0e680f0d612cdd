import { constants, setPriority } from 'node:os';
import { inspect } from 'node:util';
import { READY, sendToParent } from '../../server/processes/child-process.ts';
import { BackupError } from './backup-error.ts';
import type { BackupRequest } from './backup-process.ts';
import { makeBackup } from './make-backup.ts';

// A child process for one backup: receives a request, sends why it failed or null, and exits. When its parent disconnects or
// dies, it removes what it has written and exits.

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const controller = new AbortController();
// Ctrl+C signals the whole process group; the parent disconnects then.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => controller.abort());
process.once('message', async ({ storage, file, reserve }: BackupRequest) => {
  const failure = await makeBackup(storage, file, { signal: controller.signal, reserve }).then(
    () => null,
    (error: unknown) => (error instanceof BackupError ? error.message : inspect(error)),
  );
  sendToParent(failure);
});
sendToParent(READY);
