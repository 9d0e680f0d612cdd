import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { memoryKib, readProc } from '../harness/process-memory.ts';
import { percentile } from '../harness/statistics.ts';
import { createVisitor, signInOf, type Times, type Visitor, visitFor } from './hostile/ordinary.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** The limit for ordinary requests meanwhile. */
const MAX_P99_MS = 250;

/** How often the owner signs in while others guess. */
const SIGN_INS = 10;

/** The limit of the systemd unit and of compose.yaml. */
const MAX_MEMORY_MIB = 1_024;

/** File descriptors that a process needs beside its connections. */
const OTHER_FILES = 200;

export const hostile: Trial = {
  name: 'hostile',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        clients: { type: 'string', default: '1000' },
        seconds: { type: 'string', default: '30' },
        'database-url': { type: 'string', default: '' },
      },
    });
    const clients = wholeNumber('clients', values.clients);
    const seconds = wholeNumber('seconds', values.seconds);
    const site = await startProductionSite({
      DATABASE_URL: values['database-url'],
      BACKUPS: 'off',
      TRUST_PROXY: '127.0.0.1',
      // One machine acts for all visitors.
      SEARCHES_PER_MINUTE: '0',
    });
    const visitor = createVisitor(site.address);
    try {
      if (!mayHold(site, clients)) return false;
      await visitFor(2, visitor, { owner: site.administrator });
      const before = await visitFor(10, visitor, { owner: site.administrator });
      console.log('before, over 10 s:');
      print(before);
      const isFair = await slowClients({ site, visitor, clients, seconds });
      const isBounded = await pipelining({ site, visitor });
      const isOpen = await guesses({ site, visitor, clients });
      return isFair && isBounded && isOpen;
    } finally {
      visitor.close();
      await site.stop();
    }
  },
};

type Situation = { site: ProductionSite; visitor: Visitor; clients: number };

async function slowClients({
  site,
  visitor,
  clients,
  seconds,
}: Situation & { seconds: number }): Promise<boolean> {
  const port = Number(new URL(site.address).port);
  const thread = new Worker(new URL('./hostile/slow-clients.ts', import.meta.url), {
    workerData: { port, count: clients },
  });
  try {
    await sleep(2_000);
    const memory = memoryOf(site);
    const times = await visitFor(seconds, visitor, { owner: site.administrator });
    thread.postMessage('count');
    const [{ held, closed }] = (await once(thread, 'message')) as [
      { held: number; closed: number },
    ];
    console.log(
      `while ${held} slow clients are held for ${seconds} s (${closed} were closed and reconnected; ` +
        `the site takes ${memory} MB, then ${memoryOf(site)} MB):`,
    );
    print(times);
    return isQuick(times) && held >= clients * 0.9;
  } finally {
    thread.postMessage('end');
    await once(thread, 'exit');
  }
}

async function pipelining({ site, visitor }: Omit<Situation, 'clients'>): Promise<boolean> {
  const port = Number(new URL(site.address).port);
  const thread = new Worker(new URL('./hostile/pipelining.ts', import.meta.url), {
    workerData: { port },
  });
  const times = await visitFor(10, visitor, { owner: site.administrator });
  thread.postMessage('end');
  const [opened] = (await once(thread, 'message')) as [number];
  const memory = memoryOf(site, 'VmHWM');
  console.log(
    `while ${opened} connections pipeline up to 2,000 requests and never read ` +
      `(the site took ${memory} MB at most):`,
  );
  print(times);
  const started = performance.now();
  // Queues behind the connections that are not accepted yet: `fetch` would reuse an open one.
  await once(request(`${site.address}/healthz`, { agent: false }).end(), 'response');
  console.log(`  a new connection afterwards: ${(performance.now() - started).toFixed(0)} ms`);
  // NaN where it is unknown.
  return !(Number(memory) > MAX_MEMORY_MIB);
}

async function guesses({ site, visitor, clients }: Situation): Promise<boolean> {
  const { email } = site.administrator;
  const thread = new Worker(new URL('./hostile/guessers.ts', import.meta.url), {
    workerData: { address: site.address, email, count: clients },
  });
  await sleep(1_000);
  const owner = ownerSignsIn(site, visitor);
  const [signIns, times] = await Promise.all([
    owner,
    visitFor(10, visitor, { owner: site.administrator, without: ['sign-in'] }),
  ]);
  thread.postMessage('end');
  const [responses] = (await once(thread, 'message')) as [Record<string, number>];
  console.log(`while ${clients} clients guess at once, each from another network:`);
  console.log(`  responses to guesses by status: ${JSON.stringify(responses)}`);
  const shown = signIns.map((one) => (typeof one === 'number' ? `${one.toFixed(0)} ms` : one));
  console.log(`  ${SIGN_INS} sign-ins of the owner: ${shown.join(', ')}`);
  // All of these succeeded: `visitFor` throws otherwise.
  print(times);
  const isTried = '401' in responses && '429' in responses;
  return isTried && signIns.every((one) => typeof one === 'number') && !('200' in responses);
}

/** Milliseconds of each sign-in, or why it failed. */
async function ownerSignsIn(
  { administrator }: ProductionSite,
  visitor: Visitor,
): Promise<(number | string)[]> {
  const signIns: (number | string)[] = [];
  for (let time = 0; time < SIGN_INS; time++) {
    signIns.push(await signInOf(visitor, administrator).catch((error: Error) => error.message));
    await sleep(500);
  }
  return signIns;
}

function print(times: Times): void {
  for (const [kind, values] of Object.entries(times)) {
    if (values.length === 0) continue;
    const [median, p99] = [50, 99].map((each) => percentile(values, each).toFixed(1).padStart(7));
    console.log(
      `  ${kind.padEnd(10)} ${String(values.length).padStart(6)} times   p50 ${median} ms   p99 ${p99} ms`,
    );
  }
}

function isQuick(times: Times): boolean {
  return Object.values(times)
    .filter((values) => values.length > 0)
    .every((values) => percentile(values, 99) <= MAX_P99_MS);
}

/** Returns true if the site may open enough file descriptors: each connection takes one. */
function mayHold(site: ProductionSite, clients: number): boolean {
  const limits = readProc(site.pid(), 'limits');
  const max = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  console.log(`the site may have ${max} files open`);
  if (max >= clients + OTHER_FILES) return true;
  console.log(`that is too few for ${clients} clients: raise it (ulimit -n) and try again`);
  return false;
}

/** MiB, now or at the peak (`VmHWM`). */
function memoryOf(site: ProductionSite, figure: 'VmRSS' | 'VmHWM' = 'VmRSS'): string {
  const kib = memoryKib(site.pid(), figure);
  return kib === undefined ? '?' : (kib / 1024).toFixed(0);
}
