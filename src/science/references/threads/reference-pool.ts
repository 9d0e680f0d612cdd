import { createThreadPool, type ThreadPoolOptions } from '../../../server/threads/thread-pool.ts';
import type { Pasted } from '../read-pasted.ts';
import type { ReadPasted } from '../reference-reading.ts';

const WORKER = new URL('reference-worker.ts', import.meta.url);

/** Reads pasted references in a thread: a megabyte of hostile BibTeX takes seconds. */
export function createReferencePool(options?: ThreadPoolOptions): {
  readPasted: ReadPasted;
  close: () => Promise<void>;
} {
  const pool = createThreadPool<string, Pasted>(WORKER, {
    threads: 1,
    memory: 256,
    timeout: 5_000,
    ...options,
  });
  return { readPasted: (text) => pool.run(text), close: pool.close };
}
