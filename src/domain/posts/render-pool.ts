import {
  createThreadPool,
  type TaskOptions,
  type ThreadPool,
  type ThreadPoolOptions,
} from '../thread-pool.ts';
import type { RenderedBody } from './body.ts';

/**
 * Renders a body; null when that takes more time or memory than any honest body does.
 *
 * @throws BusyError when there is no thread for it, or it was superseded
 */
export type RenderBody = (content: string, options?: TaskOptions) => Promise<RenderedBody | null>;

export type RenderPool = {
  render: RenderBody;
  /** Ends the threads. What is being rendered, or waits, rejects. */
  close(): Promise<void>;
};

const WORKER = new URL('body-worker.ts', import.meta.url);

/** One writer uses three at the most, whatever they write: two more writers find a thread each. */
const THREADS = 5;

/**
 * Renders bodies in threads of their own, so that none of them keeps other requests waiting, however
 * long it is and whatever it holds. Length would not tell which of them could stay in this thread: a
 * few kilobytes of hostile markup, or the first code in a language, take longer than a long post.
 */
export function createRenderPool(options?: ThreadPoolOptions): RenderPool {
  const pool: ThreadPool<string, RenderedBody> = createThreadPool(WORKER, {
    threads: THREADS,
    // Trees of nodes: with the little that suits serving, rendering takes half as long again.
    youngMemory: 48,
    ...options,
  });
  return { render: pool.run, close: pool.close };
}
