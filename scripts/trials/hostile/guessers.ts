// So many clients at once that try wrong passwords on one account, each from a network of its own, in a
// thread of their own. They go on until they are told to end.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { address, email, count } = workerData as { address: string; email: string; count: number };

const agent = new Agent({ keepAlive: true, maxSockets: count });
const answers: Record<string, number> = {};
let isOver = false;
let guesses = 0;

function guessFrom(network: string): Promise<number> {
  guesses += 1;
  const body = JSON.stringify({ email, password: `guess ${guesses}` });
  return new Promise((resolve) => {
    const sent = request(
      `${address}/api/admin/login`,
      {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
          'X-Forwarded-For': network,
        },
      },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

async function goOnGuessing(number: number): Promise<void> {
  // Of the range for such tests (RFC 2544): private networks are counted as one.
  const network = `198.18.${number >> 8}.${number & 255}`;
  while (!isOver) {
    const status = await guessFrom(network);
    answers[status] = (answers[status] ?? 0) + 1;
    if (status !== 401) await sleep(250);
  }
}

for (let number = 0; number < count; number++) void goOnGuessing(number);

parentPort?.on('message', () => {
  isOver = true;
  parentPort?.postMessage(answers);
  agent.destroy();
  parentPort?.close();
});
