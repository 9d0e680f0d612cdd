import { endBeforeSite, READY, sendToParent } from '../../server/processes/child-process.ts';
import { processPicture } from '../process-picture.ts';

// A child process for one picture: receives the file, sends the result, and exits.

endBeforeSite();
// Ctrl+C signals the whole process group; the parent drains its work first.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());
process.once('message', async (file: Uint8Array) => {
  sendToParent(await processPicture(file));
});
sendToParent(READY);
