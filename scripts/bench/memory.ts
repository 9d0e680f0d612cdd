import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { residentMegabytes } from '../harness/process-memory.ts';
import { runConcurrently } from '../harness/run-concurrently.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { fillDatabase } from './fill-database.ts';
import { CONNECTIONS } from './load.ts';
import type { Row } from './row.ts';

const REQUESTS = 200_000;
const POSTS = 8_000;
const UNKNOWN = 1_000;
const SEARCHES = 200;
const WITH_QUERY = 800;
const URLS = POSTS + UNKNOWN + SEARCHES + WITH_QUERY;
/** The run ends here at the latest; the table says how many requests there were. */
const MAX_SECONDS = 480;
const SAMPLE_EVERY = 1_000;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
const IDLE_AFTER_MS = 5_000;
/** Mostly browsers, some other programs. */
const ENCODINGS = ['br', 'br', 'br', 'gzip', 'identity'];

/**
 * Resident memory of a site: at rest, and while visitors and crawlers request ten thousand different
 * URLs of a big blog. Each URL is requested once, and from then on by Zipf's law.
 */
export async function measureMemory(): Promise<Row[]> {
  const folder = temporaryFolder('bench-memory');
  try {
    await fillDatabase(POSTS, join(folder.path, 'ligara.sqlite'));
    const settings = { DATA_DIR: folder.path, SEARCHES_PER_MINUTE: '0' };
    // The first start fills the compile cache.
    await (await startProductionSite(settings)).stop();
    const site = await startProductionSite(settings);
    try {
      await sleep(IDLE_AFTER_MS);
      const idle = residentMegabytes(site.pid());
      return [
        { part: 'memory', what: 'at rest', figure: idle, unit: 'MB', target: { atMost: 130 } },
        ...(await measureVisited(site)),
      ];
    } finally {
      await site.stop();
    }
  } finally {
    folder.remove();
  }
}

async function measureVisited(site: ProductionSite): Promise<Row[]> {
  const measured = await visit(site);
  const last = measured.at(-1);
  const half = measured.find(({ requests }) => requests >= (last?.requests ?? 0) / 2);
  if (last === undefined || half === undefined) throw new Error('There were hardly any responses');
  const isWhole = last.requests === REQUESTS;
  const row = (what: string, figure: number, unit: string, more: Partial<Row> = {}): Row => ({
    part: 'memory',
    what,
    figure,
    unit,
    ...more,
  });
  return [
    row('requests answered', last.requests, '', { target: { atLeast: REQUESTS } }),
    row('after half of them', half.megabytes, 'MB'),
    row('after all of them', last.megabytes, 'MB', { target: { atMost: 220 } }),
    row('growth over the second half', last.megabytes - half.megabytes, 'MB', {
      ratio: { value: last.megabytes / half.megabytes, of: 'the half' },
      target: isWhole ? { atMost: 1.05 } : undefined,
    }),
  ];
}

type Measured = { requests: number; megabytes: number };

async function visit(site: ProductionSite): Promise<Measured[]> {
  const client = createHttpClient(site.address, CONNECTIONS);
  const measured: Measured[] = [];
  const deadline = performance.now() + MAX_SECONDS * 1000;
  let sent = 0;
  let received = 0;
  const next = () => {
    if (sent === REQUESTS || performance.now() > deadline) return;
    const number = sent < URLS ? sent : popular(sent);
    const encoding = ENCODINGS[sent % ENCODINGS.length] ?? 'identity';
    sent++;
    return request(number, encoding);
  };
  const request = async (number: number, encoding: string) => {
    const { path, status } = urlOf(shuffled(number));
    const response = await client.send(path, { headers: { 'Accept-Encoding': encoding } });
    if (response.status !== status) throw new Error(`${path}: status ${response.status}`);
    received++;
    if (received % SAMPLE_EVERY === 0) {
      measured.push({ requests: received, megabytes: residentMegabytes(site.pid()) });
    }
  };
  try {
    await runConcurrently(CONNECTIONS, next);
  } finally {
    client.close();
  }
  return measured;
}

/** Zipf's law, the same in every run: multiples of the golden ratio fill 0 to 1 evenly. */
function popular(request: number): number {
  return Math.floor(URLS ** ((request * GOLDEN_RATIO) % 1)) - 1;
}

/** Mixes all kinds of URLs: the factor and the number of URLs are coprime. */
function shuffled(number: number): number {
  return (number * 7_919) % URLS;
}

/** The URLs by number, and the status of each. */
function urlOf(number: number): { path: string; status: number } {
  if (number < POSTS) return { path: `/blog/post-${number}`, status: 200 };
  const other = number - POSTS;
  if (other < UNKNOWN) return { path: `/blog/no-such-post-${other}`, status: 404 };
  const query = other - UNKNOWN;
  if (query < SEARCHES) return { path: `/blog?q=number+${query}`, status: 200 };
  return { path: `/blog/post-${query}?utm_source=reader-${query}`, status: 200 };
}
