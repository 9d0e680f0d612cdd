import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { createHttpClient, type HttpClient, type HttpRequest } from '../harness/http-client.ts';
import { memoryKib, readProc } from '../harness/process-memory.ts';
import { percentile } from '../harness/statistics.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** The limit for ordinary requests beside slow clients. */
const MAX_P99_MS = 250;

/** The limit of the systemd unit and of compose.yaml. */
const MAX_MEMORY_MIB = 1_024;

/** File descriptors that a process needs beside its connections. */
const OTHER_FILES = 200;

/** Milliseconds between two requests of a kind. */
const PAUSE_MS = { 'cached page': 10, search: 40, call: 40, 'sign-in': 400 };

type Times = Record<keyof typeof PAUSE_MS, number[]>;

type Situation = { site: ProductionSite; client: HttpClient };

export const hostile: Trial = {
  name: 'hostile',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        clients: { type: 'string', default: '1000' },
        seconds: { type: 'string', default: '30' },
      },
    });
    const clients = wholeNumber('clients', values.clients);
    const seconds = wholeNumber('seconds', values.seconds);
    // One machine acts for all visitors.
    const site = await startProductionSite({ BACKUPS: 'off', SEARCHES_PER_MINUTE: '0' });
    const client = createHttpClient(site.address);
    try {
      if (!mayHold(site, clients)) return false;
      await visitFor(2, { site, client });
      print('before, over 10 s:', await visitFor(10, { site, client }));
      const isFair = await tolerateSlowClients(clients, seconds, { site, client });
      const isBounded = await boundPipelining({ site, client });
      return isFair && isBounded;
    } finally {
      client.close();
      await site.stop();
    }
  },
};

async function tolerateSlowClients(
  clients: number,
  seconds: number,
  situation: Situation,
): Promise<boolean> {
  const thread = startAttack('slow-clients', situation.site, clients);
  try {
    await sleep(2_000);
    const times = await visitFor(seconds, situation);
    thread.postMessage('count');
    const [{ held, closed }] = (await once(thread, 'message')) as [
      { held: number; closed: number },
    ];
    const what = `${held} slow clients are held for ${seconds} s`;
    print(`while ${what} (${closed} were closed and reconnected):`, times);
    const isQuick = Object.values(times).every((each) => percentile(each, 99) <= MAX_P99_MS);
    return isQuick && held >= clients * 0.9;
  } finally {
    thread.postMessage('end');
    await once(thread, 'exit');
  }
}

async function boundPipelining(situation: Situation): Promise<boolean> {
  const thread = startAttack('pipelining', situation.site);
  const times = await visitFor(10, situation);
  thread.postMessage('end');
  const [opened] = (await once(thread, 'message')) as [number];
  // Undefined where the system does not say.
  const mib = (memoryKib(situation.site.pid(), 'VmHWM') ?? Number.NaN) / 1024;
  print(
    `while ${opened} connections pipeline up to 2,000 requests and never read (the site took ${mib.toFixed(0)} MB at most):`,
    times,
  );
  return !(mib > MAX_MEMORY_MIB);
}

function startAttack(name: string, { address }: ProductionSite, count = 0): Worker {
  const port = Number(new URL(address).port);
  return new Worker(new URL(`./hostile/${name}.ts`, import.meta.url), {
    workerData: { port, count },
  });
}

/** Visits of every kind, concurrently, for `seconds`. @throws when one has another status than 200 */
async function visitFor(
  seconds: number,
  { site: { administrator }, client }: Situation,
): Promise<Times> {
  const times: Times = { 'cached page': [], search: [], call: [], 'sign-in': [] };
  const deadline = performance.now() + seconds * 1000;
  const signIn: HttpRequest = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(administrator),
  };
  const repeat = async (
    kind: keyof Times,
    pathOf: (number: number) => string,
    sent?: HttpRequest,
  ) => {
    for (let number = 0; performance.now() < deadline; number++) {
      const { status, started, ended } = await client.send(pathOf(number), sent);
      if (status !== 200) throw new Error(`${pathOf(number)}: status ${status}`);
      times[kind].push(ended - started);
      await sleep(PAUSE_MS[kind]);
    }
  };
  await Promise.all([
    repeat('cached page', () => '/blog'),
    repeat('search', (number) => `/blog?q=ic50+${number % 50}`),
    repeat('call', () => '/api/blog/posts'),
    repeat('sign-in', () => '/api/admin/login', signIn),
  ]);
  return times;
}

function print(heading: string, times: Times): void {
  console.log(heading);
  for (const [kind, values] of Object.entries(times)) {
    const [median, p99] = [50, 99].map((each) => percentile(values, each).toFixed(1).padStart(7));
    console.log(
      `  ${kind.padEnd(12)} ${String(values.length).padStart(6)} times   p50 ${median} ms   p99 ${p99} ms`,
    );
  }
}

/** Returns true if the site may open enough file descriptors: each connection takes one. */
function mayHold(site: ProductionSite, clients: number): boolean {
  const limits = readProc(site.pid(), 'limits');
  const max = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (max >= clients + OTHER_FILES) return true;
  console.log(`The site may have ${max} files open, too few for ${clients} clients: ulimit -n`);
  return false;
}
