import { endBeforeSite, READY, sendToParent } from '../../server/processes/child-process.ts';
import { processPicture } from '../process-picture.ts';

endBeforeSite();
// Ctrl+C signals the whole process group; the parent drains its work first.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());
process.once('message', async (file: Uint8Array) => {
  sendToParent(await processPicture(file));
});
sendToParent(READY);
