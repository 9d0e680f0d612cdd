import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BUSY, BusyError } from '../failure.ts';
import { type Admission, createFairSemaphore } from './fair-semaphore.ts';

export type TaskOptions = Partial<Omit<Admission, 'signal'>> & {
  signal?: AbortSignal | undefined;
};

export type ThreadPool<Task, Done> = {
  /**
   * Runs a task in a thread; null when it exceeds the time or memory limit.
   *
   * @throws BusyError when no thread is available, or when `signal` aborts the task
   */
  run(task: Task, options?: TaskOptions): Promise<Done | null>;
  /** Ends the threads; running and waiting tasks reject. */
  close(): Promise<void>;
};

export type ThreadPoolOptions = {
  /** Number of threads; further tasks wait. */
  threads?: number;
  /**
   * CPU time for one task, in milliseconds; the wall time is limited to three times as much. On a busy machine
   * a legitimate task takes much longer by the clock, but no more CPU time.
   */
  timeout?: number;
  /** Time for waiting for a thread, in milliseconds. */
  maxWait?: number;
  /** Heap of a thread, in MiB. */
  memory?: number;
  /** Young generation of the heap, in MiB: a small one is collected often. V8 decides by default. */
  youngMemory?: number;
  /** Time after which an idle thread ends, in milliseconds. */
  idleTimeout?: number;
};

/**
 * Runs tasks in threads that would block other requests. A thread starts with the first task and ends after
 * `idleTimeout`: a process that only serves pages never loads the modules of the threads. Idle threads do not
 * keep the process from ending.
 *
 * @param worker the module of the threads: it sends `READY`, then receives one task at a time, and sends one
 *   message for each
 */
export function createThreadPool<Task, Done>(
  worker: URL,
  options: ThreadPoolOptions = {},
): ThreadPool<Task, Done> {
  const { threads: count = Math.min(2, availableParallelism()) } = options;
  const threads = Array.from({ length: count }, () => createThread<Task, Done>(worker, options));
  const free = [...threads];
  const semaphore = createFairSemaphore(count, options);
  const closing = new AbortController();

  async function run(task: Task, { signal = NEVER, ...admission }: TaskOptions = {}) {
    const ending = AbortSignal.any([closing.signal, signal]);
    try {
      const release = await semaphore.acquire({ ...admission, signal: ending });
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
  /** When `signal` aborts, rejects and ends the thread: nothing else stops a running task. */
  run(task: Task, signal: AbortSignal): Promise<Done | null>;
  end(): Promise<void>;
};

/** Message of a thread whose modules are loaded. */
export const READY = 'ready';

const START_TIMEOUT_MS = 10_000;

function createThread<Task, Done>(
  module: URL,
  { memory = 384, youngMemory, timeout = 10_000, idleTimeout = 20_000 }: ThreadPoolOptions,
): Thread<Task, Done> {
  let current: { worker: Worker; ended: AbortSignal } | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** Until a thread is ready, it fails for lack of threads, descriptors or memory, not because of its task. */
  async function start(signal: AbortSignal) {
    try {
      const worker = new Worker(module, {
        // Not the flags of this process, which may be a test runner's.
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMemory },
      });
      const ending = new AbortController();
      const started = { worker, ended: ending.signal };
      current = started;
      // An idle thread can fail; without a listener, that would end the process.
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

const POLL_INTERVAL_MS = 250;

/** Limits the CPU time of a thread from now on. */
function limitTime(worker: Worker, milliseconds: number): TimeLimit {
  const spent = new AbortController();
  const before = worker.cpuUsage();
  const poll = async () => {
    const { user, system } = await worker.cpuUsage(await before);
    if ((user + system) / 1000 >= milliseconds) spent.abort();
  };
  // Rejects when the thread has ended, which the exit event reports.
  const timer = setInterval(() => void poll().catch(() => undefined), POLL_INTERVAL_MS).unref();
  before.catch(() => undefined);
  return {
    isUp: AbortSignal.any([spent.signal, AbortSignal.timeout(3 * milliseconds)]),
    end: () => clearInterval(timer),
  };
}

/** Rejects when the thread fails or ends, or a signal aborts. */
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
