import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serve } from '@hono/node-server';
import { startPostgres } from '../../test/postgres-server.ts';
import { blogOf } from './blog-of.ts';
import { median } from './measure.ts';

const ATTEMPTS = 10_000;
const ADDRESSES = 100;
const AT_ONCE = 20;
const VISITS = 300;

/** The header that says where a request of the benchmark comes from. */
const FROM = 'X-From';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Blog = Awaited<ReturnType<typeof blogOf>>;

/**
 * What becomes of a site while a script signs up for the newsletter ten thousand times: first from
 * one network, then with the same hundred addresses from everywhere, which no limit of a network
 * stops. What is mailed is counted by address; a visitor reads the blog meanwhile, over the same
 * loopback.
 */
export async function measureSignUps(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-bench-'));
  const postgres = await startPostgres();
  if (postgres === undefined) console.log('PostgreSQL: not measured, no server binaries found');
  try {
    await measureOn('SQLite', join(folder, 'sign-ups.sqlite'));
    if (postgres !== undefined) {
      await measureOn('PostgreSQL', await postgres.createDatabase());
    }
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(engine: string, database: string): Promise<void> {
  const blog = await blogOf(100, database);
  const site = await serveBlog(blog);
  try {
    await visit(site);
    console.log(`\n${engine}: ${ATTEMPTS.toLocaleString('en')} attempts, ${AT_ONCE} at once`);
    const idle = await visitWhile(site, undefined);
    print('a visitor before', `${idle.times} visits, ${idle.figures}`);
    await attack(site, 'from one network', (attempt) => ({
      email: `other-${attempt}@lab.example`,
      address: `203.0.113.${attempt % 256}`,
    }));
    await attack(site, 'from everywhere', (attempt) => ({
      email: `reader-${attempt % ADDRESSES}@lab.example`,
      address: `198.${attempt % 251}.${attempt % 241}.1`,
    }));
  } finally {
    site.server.close();
    await blog.close();
  }
}

type Site = { address: string; server: ReturnType<typeof serve>; outbox: Blog['outbox'] };

/** The blog at a port, told by a header from which address each request comes. */
async function serveBlog({ app, outbox }: Blog): Promise<Site> {
  const fetchFrom = (request: Request) => {
    const remoteAddress = request.headers.get(FROM) ?? undefined;
    return app.fetch(request, { incoming: { socket: { remoteAddress } } });
  };
  const server = serve({ fetch: fetchFrom, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, server, outbox };
}

type Attempt = (attempt: number) => { email: string; address: string };

async function attack(site: Site, name: string, attemptOf: Attempt): Promise<void> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const mailed = new Map<string, number>();
  const statuses = new Map<number, number>();
  const isUnderWay = { value: true };
  const visitor = visitWhile(site, isUnderWay);
  const mailman = collectMail(site, mailed, isUnderWay);
  const began = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < ATTEMPTS) {
      const { email, address } = attemptOf(next++);
      const status = await signUp(site, email, address);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const seconds = (performance.now() - began) / 1000;
  isUnderWay.value = false;
  const [{ times, figures }] = await Promise.all([visitor, mailman]);
  collectGarbage();
  const grown = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const counts = [...mailed.values()];
  console.log(`  ${name}`);
  print('attempts', `${answers} in ${seconds.toFixed(1)} s`);
  print('mails', `${counts.length} addresses, at most ${Math.max(0, ...counts)} to each`);
  print('a visitor meanwhile', `${times} visits, ${figures}`);
  print('memory', `${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB after collection`);
}

function print(what: string, figures: string): void {
  console.log(`    ${what.padEnd(20)} ${figures}`);
}

async function signUp(site: Site, email: string, address: string): Promise<number> {
  const response = await fetch(`${site.address}/api/newsletter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [FROM]: address },
    body: JSON.stringify({ email }),
  });
  await response.text();
  return response.status;
}

async function visit(site: Site): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${site.address}/api/blog/posts?limit=20`);
  if (response.status !== 200) throw new Error(`A visitor was answered ${response.status}`);
  await response.text();
  return performance.now() - began;
}

/** Visits again and again until it is over; without an end, a number of times. */
async function visitWhile(site: Site, isUnderWay: { value: boolean } | undefined) {
  const times: number[] = [];
  while (isUnderWay === undefined ? times.length < VISITS : isUnderWay.value) {
    times.push(await visit(site));
    await sleep(5);
  }
  const slowest = Math.max(...times).toFixed(0);
  return {
    times: times.length,
    figures: `median ${median(times).toFixed(1)} ms, slowest ${slowest} ms`,
  };
}

/** Takes confirmations out of the outbox as a mail server does, and counts them by address. */
async function collectMail(
  { outbox }: Site,
  mailed: Map<string, number>,
  isUnderWay: { value: boolean },
): Promise<void> {
  for (;;) {
    const mails = await outbox.claim(20);
    if (mails.length === 0 && !isUnderWay.value) return;
    for (const mail of mails) {
      mailed.set(mail.recipient, (mailed.get(mail.recipient) ?? 0) + 1);
      await outbox.settle(mail, { kind: 'accepted', answer: '250 OK' });
    }
    await sleep(5);
  }
}
