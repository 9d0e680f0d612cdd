import { on, once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { BUSY, BusyError } from '../failure.ts';
import { isQuestion, READY } from './serve-tasks.ts';

export type TaskOptions = {
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Waits until no other task of its owner runs. */
  isAlone?: boolean | undefined;
};

export type PoolOptions = {
  threads: number;
  /**
   * CPU time for one task, in milliseconds; the wall time is limited to three times as much. On a busy machine
   * a legitimate task takes much longer by the clock, but no more CPU time.
   */
  timeout: number;
  /** Heap of a thread, in MiB. */
  memory: number;
  /**
   * Young generation of the heap, in MiB; 6 by default, as `npm start` sets. A small one is
   * collected often, which frees what objects hold outside the heap, such as pictures.
   */
  youngMemory?: number;
  /** Heaps of all threads together, in MiB: idle ones end first, then the largest. Limits per thread add up to more. */
  totalMemory?: number;
  /** Milliseconds after which an idle thread ends. */
  idleTimeout?: number;
  /** Milliseconds; together with the work itself less than the minute after which connections are closed. */
  maxWait?: number;
  answer?: (question: unknown, options: TaskOptions) => Promise<unknown>;
};

/** Tasks of one owner that may wait: fifty posts saved at once do. */
export const MAX_WAITING_OF_OWNER = 60;
const MAX_WAITING = 150;
const START_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 250;
/** Bytes; a thread that has rendered ordinary posts has 100 MB. */
const MAX_KEPT_HEAP = 160 * 1024 * 1024;
const TOO_MUCH = Symbol('The task takes too much');

type Thread = { worker: Worker; ended: AbortSignal; idle?: NodeJS.Timeout };

type Job = Pick<TaskOptions, 'isAlone'> & {
  owner: string;
  ending: AbortController;
  admit: () => void;
  thread?: Thread;
};

type Result<Done> = { done: Done } | { error: unknown };

/**
 * No owner can exhaust the threads: one with n gets another only while more than n are free, so of
 * five one owner gets three at most, and two others get one each. A thread starts with the first
 * task that finds none idle: a process that only serves pages never loads its modules.
 *
 * @param module calls `serveTasks`
 */
export function createPool<Task, Done>(module: URL, options: PoolOptions) {
  const { idleTimeout = 20_000, maxWait = 15_000 } = options;
  const threads = new Set<Thread>();
  const idle: Thread[] = [];
  const waiting = new Set<Job>();
  const running = new Set<Job>();

  /**
   * Null beyond the limits on time or memory.
   *
   * @throws BusyError when no thread is available in time, too many tasks wait, or `signal` aborts;
   * also what the task itself throws
   */
  async function run(task: Task, { owner = '', signal, ...kind }: TaskOptions = {}) {
    const job: Job = { owner, ...kind, ending: new AbortController(), admit: () => undefined };
    const abandon = () => job.ending.abort(new BusyError('Nobody waits for it any more.'));
    if (signal?.aborted) abandon();
    signal?.addEventListener('abort', abandon);
    try {
      await admitted(job);
      return await work(job, task);
    } finally {
      signal?.removeEventListener('abort', abandon);
      running.delete(job);
      admitWaiting();
    }
  }

  async function admitted(job: Job): Promise<void> {
    const { ending, owner } = job;
    ending.signal.throwIfAborted();
    const own = [...waiting].filter((other) => other.owner === owner).length;
    if (waiting.size >= MAX_WAITING || own >= MAX_WAITING_OF_OWNER) throw new BusyError(BUSY);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    job.admit = resolve;
    const timer = setTimeout(() => ending.abort(new BusyError(BUSY)), maxWait).unref();
    const leave = () => {
      waiting.delete(job);
      reject(ending.signal.reason);
    };
    ending.signal.addEventListener('abort', leave);
    waiting.add(job);
    admitWaiting();
    await promise.finally(() => clearTimeout(timer));
  }

  function admitWaiting(): void {
    for (const job of waiting) {
      const own = [...running].filter(({ owner }) => owner === job.owner).length;
      if (options.threads - running.size <= own || (job.isAlone && own > 0)) continue;
      waiting.delete(job);
      running.add(job);
      job.admit();
    }
  }

  async function work(job: Job, task: Task): Promise<Done | null> {
    const thread = idle.pop() ?? (await start());
    const { signal } = job.ending;
    // If each task that gave up during the start ended its thread, none would ever be done.
    if (signal.aborted) {
      await rest(thread);
      throw signal.reason;
    }
    job.thread = thread;
    clearTimeout(thread.idle);
    thread.worker.ref();
    let result: Result<Done>;
    try {
      result = await resultOf(job, thread, task);
    } catch (error) {
      await thread.worker.terminate();
      const reason = signal.aborted ? signal.reason : error;
      if (reason === TOO_MUCH || isOutOfMemory(reason)) return null;
      throw reason;
    }
    await rest(thread);
    if ('error' in result) throw result.error;
    return result.done;
  }

  async function resultOf(
    { ending, owner }: Job,
    { worker, ended }: Thread,
    task: Task,
  ): Promise<Result<Done>> {
    const signal = AbortSignal.any([ending.signal, ended]);
    let timer = setTimeout(() => ending.abort(new BusyError(BUSY)), START_TIMEOUT_MS);
    let poll: NodeJS.Timeout | undefined;
    try {
      const messages = on(worker, 'message', { signal });
      worker.postMessage(task);
      for await (const [message] of messages) {
        if (message === READY) {
          clearTimeout(timer);
          timer = setTimeout(() => ending.abort(TOO_MUCH), 3 * options.timeout);
          poll = limit(ending, worker);
        } else if (!isQuestion(message)) return message;
        else worker.postMessage(await options.answer?.(message.ask, { owner, signal }));
      }
      throw new Error('unreachable: messages end with an error');
    } finally {
      clearTimeout(timer);
      clearInterval(poll);
    }
  }

  /** Until a thread is ready, it fails for lack of threads, descriptors or memory, not because of its task. */
  async function start(): Promise<Thread> {
    let worker: Worker | undefined;
    try {
      // The flag of `npm start` is for the main heap, which has its size by now: it would override `youngMemory`.
      setFlagsFromString('--max-semi-space-size=0');
      worker = new Worker(module, {
        // Not the flags of this process, which may be a test runner's.
        execArgv: [],
        // Nor its secrets; and a watching Node.js would have threads send messages of its own.
        env: {},
        resourceLimits: {
          maxOldGenerationSizeMb: options.memory,
          maxYoungGenerationSizeMb: options.youngMemory ?? 6,
        },
      });
      const exit = new AbortController();
      const thread: Thread = { worker, ended: exit.signal };
      threads.add(thread);
      // An idle thread can fail; without a listener, that would end the process.
      worker.on('error', () => undefined);
      worker.once('exit', (code) => {
        threads.delete(thread);
        if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
        exit.abort(new Error(`The thread has ended with status ${code}`));
      });
      const signal = AbortSignal.any([exit.signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
      await once(worker, 'message', { signal });
      return thread;
    } catch (error) {
      await worker?.terminate();
      throw new BusyError(BUSY, { cause: error });
    }
  }

  /** Ends a large thread: what one long text took would be kept for all that follow. */
  async function rest(thread: Thread): Promise<void> {
    if ((await heapOf(thread)) > MAX_KEPT_HEAP) {
      await thread.worker.terminate();
      return;
    }
    thread.worker.unref();
    thread.idle = setTimeout(() => thread.worker.terminate(), idleTimeout).unref();
    idle.push(thread);
  }

  function limit(ending: AbortController, worker: Worker): NodeJS.Timeout {
    const before = worker.cpuUsage();
    const check = async () => {
      const { user, system } = await worker.cpuUsage(await before);
      if ((user + system) / 1000 >= options.timeout) ending.abort(TOO_MUCH);
      await limitMemory();
    };
    // Rejects when the thread has ended, which the exit event reports.
    before.catch(() => undefined);
    return setInterval(() => void check().catch(() => undefined), POLL_INTERVAL_MS).unref();
  }

  async function limitMemory(): Promise<void> {
    const { totalMemory } = options;
    if (totalMemory === undefined) return;
    const heaps = await Promise.all(
      [...threads].map(async (thread) => {
        const bytes = await heapOf(thread);
        return { thread, bytes: Number.isFinite(bytes) ? bytes : 0 };
      }),
    );
    const total = heaps.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= totalMemory * 1024 * 1024) return;
    if (idle.length > 0) await Promise.all(idle.splice(0).map(({ worker }) => worker.terminate()));
    else {
      const [largest] = heaps.toSorted((a, b) => b.bytes - a.bytes);
      const job = [...running].find(({ thread }) => thread === largest?.thread);
      job?.ending.abort(new BusyError(BUSY));
    }
  }

  /** Running and waiting tasks reject. */
  async function close(): Promise<void> {
    for (const { ending } of [...waiting, ...running]) {
      ending.abort(new BusyError('The task is aborted: the server ends.'));
    }
    await Promise.all([...threads].map(({ worker }) => worker.terminate()));
  }

  const isIdle = () => running.size === 0;
  return { run, isIdle, close };
}

/** Bytes; infinite for a thread that has ended. */
async function heapOf({ worker }: Thread): Promise<number> {
  const heap = await worker.getHeapStatistics().catch(() => undefined);
  return heap === undefined
    ? Number.POSITIVE_INFINITY
    : heap.total_heap_size + heap.external_memory;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
