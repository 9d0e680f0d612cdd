import { parentPort } from 'node:worker_threads';
import { READY } from '../thread-pool.ts';
import { renderBody } from './body.ts';

// A thread of the render pool: it is sent one content at a time, and sends back the rendered body.
parentPort?.on('message', async (content: string) => {
  parentPort?.postMessage(await renderBody(content));
});
parentPort?.postMessage(READY);
