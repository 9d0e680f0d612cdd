import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export type ThreadPool<Task, Done> = {
  /** What the worker answers to the task; null when that takes too much time or memory. */
  run(task: Task): Promise<Done | null>;
  /** Ends the threads. What is being done, or waits for its turn, rejects. */
  close(): Promise<void>;
};

export type ThreadPoolOptions = {
  /** Tasks done at the same time; more wait for their turn. */
  threads?: number;
  /** Time for one task, from its turn on, in milliseconds. */
  timeout?: number;
  /** Heap of a thread, in MiB. */
  memory?: number;
  /** What of it is for new objects, in MiB; a little is swept often. Without it, the engine decides. */
  newMemory?: number;
  /** How long a thread is kept that has nothing to do, in milliseconds. */
  idleTimeout?: number;
};

/**
 * Does tasks that would keep other requests waiting in threads of their own. A thread starts with the
 * first task, and ends when it has had none for a while: a process that only serves never loads what
 * the threads need. One with nothing to do does not keep the process from ending.
 *
 * @param worker the module of the threads: it is sent one task at a time, and sends back one message
 */
export function createThreadPool<Task, Done>(
  worker: URL,
  options: ThreadPoolOptions = {},
): ThreadPool<Task, Done> {
  const { threads: count = Math.min(2, availableParallelism()), timeout = 60_000 } = options;
  const threads = Array.from({ length: count }, () => createThread<Task, Done>(worker, options));
  const free = [...threads];
  const waiting: ((thread: Thread<Task, Done>) => void)[] = [];
  const closing = new AbortController();

  async function run(task: Task): Promise<Done | null> {
    const thread =
      free.pop() ?? (await new Promise<Thread<Task, Done>>((take) => waiting.push(take)));
    const limit = AbortSignal.timeout(timeout);
    try {
      return await thread.run(task, AbortSignal.any([limit, closing.signal]));
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

  return { run, close };
}

type Thread<Task, Done> = {
  /** Rejects when `signal` says so, and ends the thread, since nothing else stops what it does. */
  run(task: Task, signal: AbortSignal): Promise<Done>;
  end(): Promise<void>;
};

function createThread<Task, Done>(
  module: URL,
  { memory = 768, newMemory, idleTimeout = 20_000 }: ThreadPoolOptions,
): Thread<Task, Done> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function run(task: Task, signal: AbortSignal): Promise<Done> {
    signal.throwIfAborted();
    clearTimeout(idle);
    worker ??= new Worker(module, {
      // The flags of this process are not meant for it, those of a test runner for instance.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: newMemory },
    });
    worker.ref();
    try {
      worker.postMessage(task);
      const [done] = await once(worker, 'message', { signal });
      worker.unref();
      idle = setTimeout(end, idleTimeout).unref();
      return done;
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

  return { run, end };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
