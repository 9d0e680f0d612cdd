import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { BUSY, BusyError } from '../failure.ts';
import { type Answer, nextMessage, resultOf, type Started } from './thread-messages.ts';

export type ThreadOptions = {
  /**
   * CPU time for one task, in milliseconds; the wall time is limited to three times as much. On a busy machine
   * a legitimate task takes much longer by the clock, but no more CPU time.
   */
  timeout?: number;
  /** Heap of a thread, in MiB. */
  memory?: number;
  /**
   * Young generation of the heap, in MiB; 6 by default, as `npm start` sets for the process. A small one is collected often,
   * which frees what objects hold outside the heap, such as pictures.
   */
  youngMemory?: number;
  /** Time after which an idle thread ends, in milliseconds. */
  idleTimeout?: number;
  /** Called several times a second during a task. */
  onPoll?: (() => Promise<void>) | undefined;
};

export type Thread<Task, Done> = {
  /** When `signal` aborts, rejects and ends the thread: nothing else stops a running task. */
  run(task: Task, signal: AbortSignal, answer: Answer | undefined): Promise<Done | null>;
  end(): Promise<void>;
  /** Bytes; 0 without a worker. */
  heapSize(): Promise<number>;
  isRunning(): boolean;
  /** Ends the thread; its task rejects with `BusyError`. */
  shed(): Promise<void>;
};

const START_TIMEOUT_MS = 10_000;

/** A thread starts with its first task, and ends after `idleTimeout` without one. */
export function createThread<Task, Done>(
  module: URL,
  { memory = 384, youngMemory = 6, timeout = 10_000, idleTimeout = 20_000, onPoll }: ThreadOptions,
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

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
