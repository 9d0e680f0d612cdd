import { parentPort, type Transferable } from 'node:worker_threads';
import { READY } from './thread-messages.ts';

/** Asks the process that runs the pool, which answers by the pool's `answer`. One question at a time. */
export type Ask = (question: unknown) => Promise<unknown>;

/** Runs the tasks that a thread of a pool receives: one at a time, each with one result. */
export function serveTasks<Task, Done>(
  run: (task: Task, ask: Ask) => Promise<Done>,
  transferOf: (done: Done) => Transferable[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error('Tasks are served in threads');
  let receiveAnswer: ((answer: unknown) => void) | undefined;

  const ask: Ask = (question) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    receiveAnswer = resolve;
    port.postMessage({ ask: question });
    return promise;
  };

  port.on('message', (message) => {
    // While a task runs, what comes is the answer to its question.
    const receive = receiveAnswer;
    receiveAnswer = undefined;
    if (receive === undefined) void runTask(message);
    else receive(message);
  });
  port.postMessage(READY);

  async function runTask(task: Task): Promise<void> {
    const done = await run(task, ask);
    port?.postMessage(done, transferOf(done));
  }
}
