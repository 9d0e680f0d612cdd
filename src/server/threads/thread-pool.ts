import { availableParallelism } from 'node:os';
import { BusyError } from '../failure.ts';
import { type Admission, createFairSemaphore } from './fair-semaphore.ts';
import { createThread, type Thread, type ThreadOptions } from './thread.ts';

export type TaskOptions = Partial<Omit<Admission, 'signal'>> & {
  signal?: AbortSignal | undefined;
};

export type ThreadPool<Task, Done> = {
  /**
   * Runs a task in a thread; null when it exceeds the time or memory limit.
   *
   * @throws BusyError when no thread is available, when `signal` aborts the task, or when the threads together
   *   exceed `totalMemory` and this one has the largest heap
   */
  run(task: Task, options?: TaskOptions): Promise<Done | null>;
  /** Returns true if no task runs or waits. */
  isIdle(): boolean;
  /** Ends the threads; running and waiting tasks reject. */
  close(): Promise<void>;
};

export type ThreadPoolOptions = Omit<ThreadOptions, 'onPoll'> & {
  /** Number of threads; further tasks wait. */
  threads?: number;
  /** Time for waiting for a thread, in milliseconds. */
  maxWait?: number;
  /** Heaps of all threads together, in MiB, checked several times a second. No limit by default. */
  totalMemory?: number;
  /**
   * Answers what a thread asks during a task, with the owner of the task and a signal that ends with it. Waiting for an
   * answer takes none of the task's CPU time. The task fails when this rejects.
   */
  answer?: (question: unknown, admission: TaskOptions) => Promise<unknown>;
};

/**
 * Runs tasks in threads that would block other requests. A thread starts with the first task and ends after
 * `idleTimeout`: a process that only serves pages never loads the modules of the threads. Idle threads do not
 * keep the process from ending.
 *
 * @param worker the module of the threads, which calls `serveTasks`: it sends `READY`, then receives one task at a time,
 *   and sends one message for each, and before it any number of questions (`{ ask }`), each when the last is answered
 */
export function createThreadPool<Task, Done>(
  worker: URL,
  options: ThreadPoolOptions = {},
): ThreadPool<Task, Done> {
  const { threads: count = Math.min(2, availableParallelism()), totalMemory, answer } = options;
  const limitMemory =
    totalMemory === undefined ? undefined : () => limitTotal(threads, totalMemory);
  const threads: Thread<Task, Done>[] = Array.from({ length: count }, () =>
    createThread<Task, Done>(worker, { ...options, onPoll: limitMemory }),
  );
  const free = [...threads];
  const semaphore = createFairSemaphore(count, options);
  const closing = new AbortController();

  async function run(task: Task, { signal = NEVER, ...admission }: TaskOptions = {}) {
    const ending = AbortSignal.any([closing.signal, signal]);
    try {
      const release = await semaphore.acquire({ ...admission, signal: ending });
      const thread = free.pop() as Thread<Task, Done>;
      try {
        const { owner } = admission;
        return await thread.run(
          task,
          ending,
          answer && ((asked, end) => answer(asked, { owner, signal: end })),
        );
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

  return { run, isIdle: () => free.length === count, close };
}

const NEVER = new AbortController().signal;
const abandoned = () => new BusyError('Nobody waits for it any more.');

/**
 * Keeps the heaps of all threads below `mebibytes`: idle threads end first, then the one with the largest heap.
 * Limits per thread add up to more than the process may have.
 */
async function limitTotal(
  threads: readonly Pick<Thread<never, never>, 'heapSize' | 'isRunning' | 'shed'>[],
  mebibytes: number,
): Promise<void> {
  const heaps = await Promise.all(
    threads.map(async (thread) => ({ thread, bytes: await thread.heapSize() })),
  );
  const total = heaps.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= mebibytes * 1024 * 1024) return;
  const idle = heaps.filter(({ thread, bytes }) => bytes > 0 && !thread.isRunning());
  const largest = heaps.toSorted((a, b) => b.bytes - a.bytes).slice(0, 1);
  const ending = idle.length > 0 ? idle : largest;
  await Promise.all(ending.map(({ thread }) => thread.shed()));
}
