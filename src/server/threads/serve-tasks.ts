import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export const READY = 'ready';

/** One question at a time. */
export type Ask = (question: unknown) => Promise<unknown>;

export function isQuestion(message: unknown): message is { ask: unknown } {
  return typeof message === 'object' && message !== null && 'ask' in message;
}

/** @param prepare loads what a task needs, which takes none of its time */
export function serveTasks<Task, Done>(
  run: (task: Task, ask: Ask) => Promise<Done>,
  prepare?: (task: Task) => Promise<unknown>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('Tasks are served in threads');
  let isRunning = false;
  // Requests come first where threads share a core. Elsewhere than on Linux it would be the whole process.
  try {
    if (process.platform === 'linux') setPriority(5);
  } catch {
    // A process of a lower priority may not raise it, and sandboxes forbid the call.
  }

  async function ask(question: unknown): Promise<unknown> {
    port?.postMessage({ ask: question });
    const [answer] = await once(port as NonNullable<typeof port>, 'message');
    return answer;
  }

  port.on('message', async (task: Task) => {
    // While a task runs, what comes is the answer to its question.
    if (isRunning) return;
    isRunning = true;
    try {
      await prepare?.(task);
      port.postMessage(READY);
      port.postMessage({ done: await run(task, ask) });
    } catch (error) {
      port.postMessage({ error });
    } finally {
      isRunning = false;
    }
  });
  port.postMessage(READY);
}
