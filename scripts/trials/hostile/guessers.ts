// Clients that try wrong passwords on one account, each from its own network, in a thread of their own,
// until they receive a message.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createHttpClient } from '../../harness/http-client.ts';

const { address, email, count } = workerData as { address: string; email: string; count: number };

const client = createHttpClient(address, count);
const statuses: Record<string, number> = {};
let hasEnded = false;
let guesses = 0;

/** @returns the status, 0 for a failed connection */
function guessFrom(network: string): Promise<number> {
  guesses += 1;
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network };
  const body = JSON.stringify({ email, password: `guess ${guesses}` });
  return client.send('/api/admin/login', { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}

async function keepGuessing(number: number): Promise<void> {
  // The range for benchmarks (RFC 2544): private networks count as one.
  const network = `198.18.${number >> 8}.${number & 255}`;
  while (!hasEnded) {
    const status = await guessFrom(network);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 401) await sleep(250);
  }
}

for (let number = 0; number < count; number++) void keepGuessing(number);

parentPort?.on('message', () => {
  hasEnded = true;
  parentPort?.postMessage(statuses);
  client.close();
  parentPort?.close();
});
