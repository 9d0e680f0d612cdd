import { parentPort } from 'node:worker_threads';
import { READY } from '../thread-pool.ts';
import { drawShareImage, type ShareSubject } from './share-image.ts';

// A thread of the pool: receives one subject at a time and sends the image.
parentPort?.on('message', async (subject: ShareSubject) => {
  const picture = await drawShareImage(subject);
  parentPort?.postMessage(picture, [picture.buffer]);
});
parentPort?.postMessage(READY);
