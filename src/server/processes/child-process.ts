import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BUSY, BusyError } from '../failure.ts';

export const READY = 'ready';

/** A process that finds no thread for its engine may hang at its start instead of ending. */
const START_TIMEOUT_MS = 15_000;

/**
 * Waits until `READY`: before, the process ends for want of threads, descriptors or memory, and not
 * by its task.
 *
 * @throws BusyError when it cannot be started now
 */
export async function startChild(
  module: URL,
  // Not `timeout`: Node's timer would outlive a process that could not be started, and hold up the end of this one.
  options: Pick<ForkOptions, 'env' | 'execArgv' | 'stdio'> = {},
  startTimeout = START_TIMEOUT_MS,
) {
  let child: ChildProcess | undefined;
  try {
    // This process's flags are not meant for it, those of a test runner for instance.
    child = fork(fileURLToPath(module), { execArgv: [], serialization: 'advanced', ...options });
    const started = child;
    // Whatever fails once it runs shows in how it ends; without a listener, it would end this process.
    started.on('error', () => undefined);
    type Exit = { code: number | null; signal: NodeJS.Signals | null };
    // Never rejects.
    const ended = new Promise<Exit>((resolve) => {
      started.once('exit', (code, signal) => resolve({ code, signal }));
    });
    await Promise.race([
      once(started, 'message', { signal: AbortSignal.timeout(startTimeout) }),
      ended.then(({ code, signal }) => {
        throw new Error(`The process has ended at its start (${signal ?? code})`);
      }),
    ]);
    return { process: started, ended };
  } catch (error) {
    child?.kill('SIGKILL');
    throw new BusyError(BUSY, { cause: error });
  }
}

/** In a child process: Linux ends it before the site when memory is over (proc(5), oom_score_adj). */
export function endBeforeSite(): void {
  const file = '/proc/self/oom_score_adj';
  if (existsSync(file)) writeFileSync(file, '1000');
}

/**
 * Without the callback, a parent that was killed meanwhile would be an unhandled error with a stack
 * trace in the log (EPIPE).
 */
export function sendToParent(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
