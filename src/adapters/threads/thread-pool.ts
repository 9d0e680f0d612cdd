import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { BUSY, BusyError } from '../../failure.ts';
import { type Admission, createFairSemaphore } from './fair-semaphore.ts';

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
  /** Heaps of all threads together, in MiB, checked several times a second. No limit by default. */
  totalMemory?: number;
  /**
   * Young generation of the heap, in MiB; 6 by default, as `npm start` sets for the process. A small one is collected often,
   * which frees what objects hold outside the heap, such as pictures.
   */
  youngMemory?: number;
  /** Time after which an idle thread ends, in milliseconds. */
  idleTimeout?: number;
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

/** Answers a question of a thread; the signal aborts with the task. */
type Answer = (question: unknown, signal: AbortSignal) => Promise<unknown>;

type Thread<Task, Done> = {
  /** When `signal` aborts, rejects and ends the thread: nothing else stops a running task. */
  run(task: Task, signal: AbortSignal, answer: Answer | undefined): Promise<Done | null>;
  end(): Promise<void>;
  /** Bytes; 0 without a worker. */
  heapSize(): Promise<number>;
  isRunning(): boolean;
  /** Ends the thread; its task rejects with `BusyError`. */
  shed(): Promise<void>;
};

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

/** Message of a thread whose modules are loaded. */
export const READY = 'ready';

const START_TIMEOUT_MS = 10_000;

function createThread<Task, Done>(
  module: URL,
  {
    memory = 384,
    youngMemory = 6,
    timeout = 10_000,
    idleTimeout = 20_000,
    onPoll,
  }: ThreadPoolOptions & { onPoll?: (() => Promise<void>) | undefined },
): Thread<Task, Done> {
  let current: { worker: Worker; ended: AbortSignal } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let shedding: AbortController | undefined;

  /** Until a thread is ready, it fails for lack of threads, descriptors or memory, not because of its task. */
  async function start() {
    try {
      // The flag of `npm start` is for the main heap, which has its size by now: it would override `youngMemory`.
      setFlagsFromString('--max-semi-space-size=0');
      const worker = new Worker(module, {
        // Not the flags of this process, which may be a test runner's.
        execArgv: [],
        // Nor its secrets; and a watching Node.js would have threads send messages of its own.
        env: {},
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
      await nextMessage(started, [AbortSignal.timeout(START_TIMEOUT_MS)]);
      return started;
    } catch (error) {
      throw new BusyError(BUSY, { cause: error });
    }
  }

  async function run(
    task: Task,
    signal: AbortSignal,
    answer: Answer | undefined,
  ): Promise<Done | null> {
    signal.throwIfAborted();
    clearTimeout(idle);
    current?.worker.ref();
    const shed = new AbortController();
    shedding = shed;
    let thread: Started | undefined;
    let time: TimeLimit | undefined;
    try {
      thread = current ?? (await start());
      signal.throwIfAborted();
      time = limitTime(thread.worker, timeout, onPoll);
      thread.worker.postMessage(task);
      const done = await resultOf(thread, [signal, time.isUp, shed.signal], answer);
      rest(thread);
      return done as Done;
    } catch (error) {
      // A thread that has just started is kept: if each task gave up during its start, none would ever be done.
      if (thread !== undefined && time === undefined && !thread.ended.aborted) rest(thread);
      else await end();
      shed.signal.throwIfAborted();
      if (time?.isUp.aborted || isOutOfMemory(error)) return null;
      throw error;
    } finally {
      time?.end();
      shedding = undefined;
    }
  }

  function rest({ worker }: Started): void {
    worker.unref();
    idle = setTimeout(end, idleTimeout).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = current;
    current = undefined;
    await ending?.worker.terminate();
  }

  async function heapSize(): Promise<number> {
    try {
      const statistics = await current?.worker.getHeapStatistics();
      return statistics === undefined ? 0 : statistics.total_heap_size + statistics.external_memory;
    } catch {
      // The thread has ended meanwhile.
      return 0;
    }
  }

  async function shed(): Promise<void> {
    if (shedding === undefined) await end();
    else shedding.abort(new BusyError(BUSY));
  }

  return { run, end, heapSize, isRunning: () => shedding !== undefined, shed };
}

type TimeLimit = { isUp: AbortSignal; end: () => void };

const POLL_INTERVAL_MS = 250;

/** Limits the CPU time of a thread from now on. `onPoll` is called at each check. */
function limitTime(
  worker: Worker,
  milliseconds: number,
  onPoll: () => Promise<void> = async () => undefined,
): TimeLimit {
  const spent = new AbortController();
  const before = worker.cpuUsage();
  const poll = async () => {
    const { user, system } = await worker.cpuUsage(await before);
    if ((user + system) / 1000 >= milliseconds) spent.abort();
    await onPoll();
  };
  // Rejects when the thread has ended, which the exit event reports.
  const timer = setInterval(() => void poll().catch(() => undefined), POLL_INTERVAL_MS).unref();
  before.catch(() => undefined);
  return {
    isUp: AbortSignal.any([spent.signal, AbortSignal.timeout(3 * milliseconds)]),
    end: () => clearInterval(timer),
  };
}

type Started = { worker: Worker; ended: AbortSignal };

/** The first message of a thread that is no question. */
async function resultOf(
  thread: Started,
  signals: readonly AbortSignal[],
  answer: Answer | undefined,
): Promise<unknown> {
  const ending = AbortSignal.any([thread.ended, ...signals]);
  for (;;) {
    const message = await nextMessage(thread, signals);
    if (answer === undefined || !isQuestion(message)) return message;
    thread.worker.postMessage(await unlessAborted(answer(message.ask, ending), ending));
  }
}

function isQuestion(message: unknown): message is { ask: unknown } {
  return typeof message === 'object' && message !== null && 'ask' in message;
}

/** Rejects as soon as the signal aborts. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Rejects when the thread fails or ends, or a signal aborts. */
async function nextMessage(
  { worker, ended }: Started,
  signals: readonly AbortSignal[],
): Promise<unknown> {
  const [message] = await once(worker, 'message', { signal: AbortSignal.any([ended, ...signals]) });
  return message;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
