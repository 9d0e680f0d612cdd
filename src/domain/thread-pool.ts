import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BUSY, BusyError } from '../failure.ts';
import { type Admission, createFairSemaphore } from './fair-semaphore.ts';

export type TaskOptions = Partial<Omit<Admission, 'signal'>> & {
  /** Gives the task up. */
  signal?: AbortSignal | undefined;
};

export type ThreadPool<Task, Done> = {
  /**
   * What the worker answers to the task; null when that takes too much time or memory.
   *
   * @throws BusyError when no thread can be had, or when `signal` gives the task up
   */
  run(task: Task, options?: TaskOptions): Promise<Done | null>;
  /** Ends the threads. What is being done, or waits, rejects. */
  close(): Promise<void>;
};

export type ThreadPoolOptions = {
  /** Tasks done at the same time; more wait. */
  threads?: number;
  /**
   * Processor time for one task, in milliseconds; by the clock, three times as much. On a busy machine an
   * honest task takes as little of the processor as ever, and much longer by the clock.
   */
  timeout?: number;
  /** Time for waiting, in milliseconds. */
  maxWait?: number;
  /** Heap of a thread, in MiB. */
  memory?: number;
  /** What of it is for new objects, in MiB; a little is swept often. Without it, the engine decides. */
  youngMemory?: number;
  /** How long a thread is kept that has nothing to do, in milliseconds. */
  idleTimeout?: number;
};

/**
 * Does tasks that would keep other requests waiting in threads of their own. A thread starts with the
 * first task, and ends when it has had none for a while: a process that only serves never loads what
 * the threads need. One with nothing to do does not keep the process from ending.
 *
 * @param worker the module of the threads: it sends `READY`, is then sent one task at a time, and sends back
 *   one message for each
 */
export function createThreadPool<Task, Done>(
  worker: URL,
  options: ThreadPoolOptions = {},
): ThreadPool<Task, Done> {
  const { threads: count = Math.min(2, availableParallelism()) } = options;
  const threads = Array.from({ length: count }, () => createThread<Task, Done>(worker, options));
  const free = [...threads];
  const limit = createFairSemaphore(count, options);
  const closing = new AbortController();

  async function run(task: Task, { signal = NEVER, ...admission }: TaskOptions = {}) {
    const ending = AbortSignal.any([closing.signal, signal]);
    try {
      const release = await limit.acquire({ ...admission, signal: ending });
      const thread = free.pop() as Thread<Task, Done>;
      try {
        return await thread.run(task, ending);
      } finally {
        free.push(thread);
        release();
      }
    } catch (error) {
      if (signal.aborted) throw abandoned();
      throw error;
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await Promise.all(threads.map((thread) => thread.end()));
  }

  return { run, close };
}

const NEVER = new AbortController().signal;
const abandoned = () => new BusyError('Nobody waits for it any more.');

type Thread<Task, Done> = {
  /** Rejects when `signal` says so, and ends the thread, since nothing else stops what it does. */
  run(task: Task, signal: AbortSignal): Promise<Done | null>;
  end(): Promise<void>;
};

/** What a thread sends when its modules are loaded. */
export const READY = 'ready';

/** A thread that has not loaded its modules by then, in milliseconds, never will. */
const START_TIMEOUT_MS = 10_000;

function createThread<Task, Done>(
  module: URL,
  { memory = 384, youngMemory, timeout = 10_000, idleTimeout = 20_000 }: ThreadPoolOptions,
): Thread<Task, Done> {
  let current: { worker: Worker; ended: AbortSignal } | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** Before a thread is ready, it fails for want of threads, descriptors or memory, and not by its task. */
  async function start(signal: AbortSignal) {
    try {
      const worker = new Worker(module, {
        // The flags of this process are not meant for it, those of a test runner for instance.
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMemory },
      });
      const ending = new AbortController();
      const started = { worker, ended: ending.signal };
      current = started;
      // A thread can fail while it has nothing to do; without a listener, that would end the process.
      worker.on('error', () => undefined);
      worker.once('exit', (code) => {
        if (current?.worker === worker) current = undefined;
        ending.abort(new Error(`The thread has ended with status ${code}`));
      });
      await nextMessage(started, [signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
      return started;
    } catch (error) {
      signal.throwIfAborted();
      throw new BusyError(BUSY, { cause: error });
    }
  }

  async function run(task: Task, signal: AbortSignal): Promise<Done | null> {
    signal.throwIfAborted();
    clearTimeout(idle);
    current?.worker.ref();
    let time: TimeLimit | undefined;
    try {
      const thread = current ?? (await start(signal));
      time = limitTime(thread.worker, timeout);
      thread.worker.postMessage(task);
      const done = await nextMessage(thread, [signal, time.isUp]);
      thread.worker.unref();
      idle = setTimeout(end, idleTimeout).unref();
      return done as Done;
    } catch (error) {
      await end();
      if (time?.isUp.aborted || isOutOfMemory(error)) return null;
      throw error;
    } finally {
      time?.end();
    }
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = current;
    current = undefined;
    await ending?.worker.terminate();
  }

  return { run, end };
}

type TimeLimit = { isUp: AbortSignal; end: () => void };

const LOOK_EVERY_MS = 250;

/** Counts the processor time of a thread from now on. */
function limitTime(worker: Worker, milliseconds: number): TimeLimit {
  const spent = new AbortController();
  const before = worker.cpuUsage();
  const look = async () => {
    const { user, system } = await worker.cpuUsage(await before);
    if ((user + system) / 1000 >= milliseconds) spent.abort();
  };
  // It rejects when the thread has ended, of which others tell.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
  before.catch(() => undefined);
  return {
    isUp: AbortSignal.any([spent.signal, AbortSignal.timeout(3 * milliseconds)]),
    end: () => clearInterval(timer),
  };
}

/** Rejects when the thread fails or ends, or one of the signals says so. */
async function nextMessage(
  { worker, ended }: { worker: Worker; ended: AbortSignal },
  signals: readonly AbortSignal[],
): Promise<unknown> {
  const [message] = await once(worker, 'message', { signal: AbortSignal.any([ended, ...signals]) });
  return message;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
