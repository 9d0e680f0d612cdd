import { READY } from '../../child-process.ts';
import { processPicture } from './process-picture.ts';

// A process that makes one picture: it is sent the file, sends back what became of it, and ends.

// A Ctrl+C reaches the whole group; the site itself lets what is under way come to its end.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());
process.once('message', async (file: Uint8Array) => {
  process.send?.(await processPicture(file));
});
process.send?.(READY);
