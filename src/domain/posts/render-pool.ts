import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RenderedBody } from './body.ts';

/** Renders a body; null when that takes more time or memory than any honest body does. */
export type RenderBody = (content: string) => Promise<RenderedBody | null>;

export type RenderPool = {
  render: RenderBody;
  /** Ends the threads. What is being rendered, or waits for its turn, rejects. */
  close(): Promise<void>;
};

export type RenderPoolOptions = {
  /** Bodies rendered at the same time; more wait for their turn. */
  threads?: number;
  /** Time for one body, from its turn on, in milliseconds. */
  timeout?: number;
  /** Heap of a thread, in MiB. */
  memory?: number;
  /** How long a thread is kept that has nothing to do, in milliseconds. */
  idleTimeout?: number;
};

const WORKER = new URL('body-worker.ts', import.meta.url);

/**
 * Renders bodies in threads of their own, so that none of them keeps other requests waiting, however
 * long it is and whatever it holds. Length would not tell which of them could stay in this thread: a
 * few kilobytes of hostile markup, or the first code in a language, take longer than a long post.
 *
 * A thread starts with the first body, and ends when it has had none for a while: a process that only
 * serves never loads the renderer.
 */
export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const { threads: count = Math.min(2, availableParallelism()), timeout = 60_000 } = options;
  const threads = Array.from({ length: count }, () => createThread(options));
  const free = [...threads];
  const waiting: ((thread: Thread) => void)[] = [];
  const closing = new AbortController();

  async function render(content: string): Promise<RenderedBody | null> {
    const thread = free.pop() ?? (await new Promise<Thread>((take) => waiting.push(take)));
    const limit = AbortSignal.timeout(timeout);
    try {
      return await thread.render(content, AbortSignal.any([limit, closing.signal]));
    } catch (error) {
      if (limit.aborted || isOutOfMemory(error)) return null;
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(thread);
      else next(thread);
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  return { render, close };
}

type Thread = {
  /** Rejects when `signal` says so, and ends the thread, since nothing else stops what it does. */
  render(content: string, signal: AbortSignal): Promise<RenderedBody>;
  end(): Promise<void>;
};

function createThread({ memory = 768, idleTimeout = 60_000 }: RenderPoolOptions): Thread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function render(content: string, signal: AbortSignal): Promise<RenderedBody> {
    signal.throwIfAborted();
    clearTimeout(idle);
    worker ??= new Worker(WORKER, {
      // The flags of this process are not meant for it, those of a test runner for instance.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    worker.ref();
    try {
      worker.postMessage(content);
      const [body] = await once(worker, 'message', { signal });
      worker.unref();
      idle = setTimeout(end, idleTimeout).unref();
      return body;
    } catch (error) {
      await end();
      throw error;
    }
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return { render, end };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
