import { trustedScriptUrl } from '../../../ui/trusted-types.ts';
import type { DocumentAnswer, OpenedFiles } from './document-worker.ts';
import workerFile from './document-worker.ts?worker&url';

/** Bytes of a file; pictures in it count. */
const MAX_BYTES = 50 * 2 ** 20;

/** More than any honest document takes. */
const TIMEOUT_MS = 60_000;

/**
 * Reads a document in a thread that ends with it, so that a hostile one cannot stop the page. The file never leaves the
 * writer's computer.
 */
export async function readInWorker(
  files: OpenedFiles,
  signal: AbortSignal,
): Promise<DocumentAnswer> {
  const { size } = files.document;
  if (size > MAX_BYTES) {
    const [most, has] = [Math.floor(MAX_BYTES / 1e6), (size / 1e6).toFixed(1)];
    return { message: `A document can be up to ${most} MB; this one is ${has} MB.` };
  }
  const { promise, resolve } = Promise.withResolvers<DocumentAnswer>();
  const stop = (message: string) => resolve({ message });
  const worker = new Worker(trustedScriptUrl(workerFile), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<DocumentAnswer>) => resolve(data));
  worker.addEventListener('error', () =>
    stop('This document could not be read. Please try again.'),
  );
  const timer = setTimeout(stop, TIMEOUT_MS, 'This takes too long to read. Split the document.');
  signal.addEventListener('abort', () => stop(''));
  worker.postMessage(files);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
