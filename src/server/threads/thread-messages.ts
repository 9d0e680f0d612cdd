import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** Message of a thread whose modules are loaded. */
export const READY = 'ready';

/** A thread that runs; the signal aborts when it has ended. */
export type Started = { worker: Worker; ended: AbortSignal };

/** Answers a question of a thread; the signal aborts with the task. */
export type Answer = (question: unknown, signal: AbortSignal) => Promise<unknown>;

/** The first message of a thread that is not a question. */
export async function resultOf(
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
export async function nextMessage(
  { worker, ended }: Started,
  signals: readonly AbortSignal[],
): Promise<unknown> {
  const [message] = await once(worker, 'message', { signal: AbortSignal.any([ended, ...signals]) });
  return message;
}
