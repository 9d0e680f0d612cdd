import {
  createThreadPool,
  type TaskOptions,
  type ThreadPool,
  type ThreadPoolOptions,
} from '../thread-pool.ts';
import type { RenderedBody } from './body.ts';

/**
 * Renders a body; null when it exceeds the limits on time or memory, which honest bodies do not.
 *
 * @throws BusyError when no thread became free in time, or the render was superseded
 */
export type RenderBody = (content: string, options?: TaskOptions) => Promise<RenderedBody | null>;

export type RenderPool = {
  render: RenderBody;
  /** Ends the threads. Running and queued renders reject. */
  close(): Promise<void>;
};

const WORKER = new URL('body-worker.ts', import.meta.url);

/** One writer occupies at most three, which leaves a thread each for two more writers. */
const THREADS = 5;

/**
 * Renders bodies in worker threads, so that no body delays other requests. All of them: a few kilobytes of
 * hostile markup, or the first code in a language, take longer than a long post.
 */
export function createRenderPool(options?: ThreadPoolOptions): RenderPool {
  const pool: ThreadPool<string, RenderedBody> = createThreadPool(WORKER, {
    threads: THREADS,
    // MiB. Rendering allocates trees of nodes: with the default for serving, it takes 1.5 times as long.
    youngMemory: 48,
    // A body of 2 MB needs up to 384. Five times as much would exceed the 1 GB of `deploy/ligara.service`.
    totalMemory: 448,
    ...options,
  });
  return { render: pool.run, close: pool.close };
}
