import { createThreadPool, type ThreadPoolOptions } from '../../../server/threads/thread-pool.ts';
import type { CompareTexts } from '../records.ts';
import type { ShownChange } from '../text-changes.ts';

const WORKER = new URL('comparison-worker.ts', import.meta.url);

/** Compares texts in a thread: only to split two of 2 MB into words takes a second. */
export function createComparisonPool(options?: ThreadPoolOptions): {
  compareTexts: CompareTexts;
  close: () => Promise<void>;
} {
  const pool = createThreadPool<readonly [string, string], ShownChange[]>(WORKER, {
    threads: 1,
    memory: 256,
    timeout: 5_000,
    ...options,
  });
  return { compareTexts: (before, after) => pool.run([before, after]), close: pool.close };
}
