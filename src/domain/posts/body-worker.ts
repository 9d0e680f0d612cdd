import { parentPort } from 'node:worker_threads';
import { READY } from '../thread-pool.ts';
import { renderBody } from './body.ts';

// A worker of the render pool: receives one content at a time and replies with the rendered body.
parentPort?.on('message', async (content: string) => {
  parentPort?.postMessage(await renderBody(content));
});
parentPort?.postMessage(READY);
