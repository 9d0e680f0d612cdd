import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { FLAGS, MALLOC } from '../serving.mjs';
import { createClient, onEachConnection } from './client.ts';
import { fillDatabase } from './fill-database.ts';
import { CONNECTIONS } from './load.ts';
import { residentMegabytes } from './resident.ts';
import type { Row } from './row.ts';
import { temporaryFolder } from './temporary-folder.ts';

const REQUESTS = 200_000;
const POSTS = 8_000;
const UNKNOWN = 1_000;
const SEARCHES = 200;
const WITH_QUERY = 800;
const ADDRESSES = POSTS + UNKNOWN + SEARCHES + WITH_QUERY;
/** What is not asked for by then is not asked for: the table says how much was. */
const MOST_SECONDS = 480;
const EVERY = 1_000;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
const UNTIL_IDLE_MS = 5_000;
/** As `npm start` does. */
const AS_STARTED = {
  NODE_OPTIONS: FLAGS.join(' '),
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
  ...MALLOC,
};
/** As browsers ask, and programs. */
const ENCODINGS = ['br', 'br', 'br', 'gzip', 'identity'];

/**
 * What a site holds in memory: at rest, and while visitors and crawlers ask for ten thousand different
 * addresses of a big blog. Each is asked for once, and then the more often the further ahead it stands
 * in the list, as it is with any blog (Zipf's law).
 */
export async function measureMemory(): Promise<Row[]> {
  const folder = temporaryFolder('memory');
  try {
    await fillDatabase(POSTS, join(folder.path, 'ligara.sqlite'));
    const settings = { DATA_DIR: folder.path, SEARCHES_PER_MINUTE: '0', ...AS_STARTED };
    // The first start may have to compile what the next ones find compiled.
    await (await startProductionSite(settings)).stop();
    const site = await startProductionSite(settings);
    try {
      await sleep(UNTIL_IDLE_MS);
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
  if (last === undefined || half === undefined) throw new Error('There were hardly any answers');
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
  const client = createClient(site.address, CONNECTIONS);
  const measured: Measured[] = [];
  const until = performance.now() + MOST_SECONDS * 1000;
  let asked = 0;
  let answered = 0;
  const next = () => {
    if (asked === REQUESTS || performance.now() > until) return;
    const number = asked < ADDRESSES ? asked : popular(asked);
    const encoding = ENCODINGS[asked % ENCODINGS.length] ?? 'identity';
    asked++;
    return ask(number, encoding);
  };
  const ask = async (number: number, encoding: string) => {
    const { path, status } = addressOf(shuffled(number));
    const answer = await client.get(path, { 'Accept-Encoding': encoding });
    if (answer.status !== status) throw new Error(`${path} was answered ${answer.status}`);
    answered++;
    if (answered % EVERY === 0) {
      measured.push({ requests: answered, megabytes: residentMegabytes(site.pid()) });
    }
  };
  try {
    await onEachConnection(client, next);
  } finally {
    client.close();
  }
  return measured;
}

/** Spreads requests by Zipf's law, in every run alike: steps of the golden ratio fill 0 to 1 evenly. */
function popular(request: number): number {
  return Math.floor(ADDRESSES ** ((request * GOLDEN_RATIO) % 1)) - 1;
}

/** Mixes all kinds of addresses: the factor and the number of addresses have no common divisor. */
function shuffled(number: number): number {
  return (number * 7_919) % ADDRESSES;
}

/** The addresses by number, and how each is answered. */
function addressOf(number: number): { path: string; status: number } {
  if (number < POSTS) return { path: `/blog/post-${number}`, status: 200 };
  const other = number - POSTS;
  if (other < UNKNOWN) return { path: `/blog/no-such-post-${other}`, status: 404 };
  const query = other - UNKNOWN;
  if (query < SEARCHES) return { path: `/blog?q=number+${query}`, status: 200 };
  return { path: `/blog/post-${query}?utm_source=reader-${query}`, status: 200 };
}
