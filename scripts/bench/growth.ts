import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { signIn } from '../harness/editor.ts';
import { createHttpClient, type HttpClient } from '../harness/http-client.ts';
import { median } from '../harness/statistics.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { compare } from './compare.ts';
import { fillDatabase, WORDS } from './fill-database.ts';
import type { Row } from './row.ts';

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 60;
const TARGET = { atMost: 2 };
/** A rare search and a page in the middle walk along an index that grows with the blog. */
const WALKED_TARGET = { atMost: 3 };
const WALKED = /rare word|half-way/;
const MAX_SECONDS = 5;
const CACHED_ROUNDS = 20;

const PAGES = {
  'list page': '/blog',
  'post page': '/blog/post-50',
  'search page, a rare word': `/blog?q=${WORDS.fivePosts}`,
  'search page, a common word': `/blog?q=${WORDS.everyPost}`,
  'API, list': '/api/blog/posts?limit=20',
  'API, by tag': '/api/blog/posts?limit=20&tag=Assays',
  'API, search': `/api/blog/posts?limit=20&q=${WORDS.everyTenth}`,
  'API, one post': '/api/blog/posts/post-50',
};

/** The settings that select a database. */
type Settings = Readonly<Record<string, string>>;

/**
 * Response times as the blog grows from a hundred posts to a hundred thousand: the same calls to two
 * real servers in turn, without a page cache. The sitemap lists every post, so it is measured with
 * the cache: first a miss, then hits.
 */
export async function measureGrowth(): Promise<Row[]> {
  const folder = temporaryFolder('bench-growth');
  const postgres = await startPostgres();
  if (postgres === undefined) console.log('PostgreSQL: not measured, no server binaries found');
  try {
    const rows = await measureOn('SQLite', async (name) => {
      const dataDir = join(folder.path, name);
      mkdirSync(dataDir);
      return { database: join(dataDir, 'ligara.sqlite'), settings: { DATA_DIR: dataDir } };
    });
    if (postgres === undefined) return rows;
    const others = await measureOn('PostgreSQL', async () => {
      const database = await postgres.createDatabase();
      return { database, settings: { DATABASE_URL: database } };
    });
    return [...rows, ...others];
  } finally {
    await postgres?.stop();
    folder.remove();
  }
}

type NewDatabase = (name: string) => Promise<{ database: string; settings: Settings }>;

async function measureOn(engine: string, newDatabase: NewDatabase): Promise<Row[]> {
  const filled = async (name: string, posts: number) => {
    const { database, settings } = await newDatabase(name);
    await fillDatabase(posts, database);
    return settings;
  };
  const few = await filled('few', FEW);
  const many = await filled('many', MANY);
  const row = (row: Omit<Row, 'part'>): Row => ({
    part: 'growth',
    ...row,
    what: `${engine}, ${row.what}`,
  });
  return [
    ...(await withSites(
      [few, many],
      { PAGE_CACHE_MB: '0', SEARCHES_PER_MINUTE: '0' },
      comparePages,
    )),
    ...(await withSites([many], {}, measureSitemap)),
  ].map(row);
}

/** Serves each database until the measurement has ended. */
async function withSites<T>(
  databases: readonly Settings[],
  settings: Settings,
  measure: (...sites: ProductionSite[]) => Promise<T>,
): Promise<T> {
  const sites: ProductionSite[] = [];
  try {
    for (const database of databases) {
      sites.push(await startProductionSite({ BACKUPS: 'off', ...database, ...settings }));
    }
    return await measure(...sites);
  } finally {
    for (const site of sites) await site.stop();
  }
}

async function comparePages(few: ProductionSite, many: ProductionSite) {
  const fewClient = createHttpClient(few.address, 1);
  const manyClient = createHttpClient(many.address, 1);
  const rows: Omit<Row, 'part'>[] = [];
  const add = async (what: string, ofFew: Call, ofMany: Call) => {
    rows.push(await compared(what, ofFew, ofMany));
  };
  const addPage = (what: string, ofFew: string, ofMany = ofFew) =>
    add(
      what,
      () => get(fewClient, ofFew),
      () => get(manyClient, ofMany),
    );
  try {
    for (const [what, path] of Object.entries(PAGES)) await addPage(what, path);
    await addPage('list page, half-way down', '/blog', '/blog?page=500');
    await addPage(
      'API, list half-way down',
      await middleOfList(fewClient, FEW),
      await middleOfList(manyClient, MANY),
    );
  } finally {
    fewClient.close();
    manyClient.close();
  }
  await add('dashboard', await dashboardOf(few, ''), await dashboardOf(many, ''));
  const search = `?q=${WORDS.everyTenth}`;
  await add('its search', await dashboardOf(few, search), await dashboardOf(many, search));
  return rows;
}

/** The API's list from the keyset cursor of the middle post on. */
async function middleOfList(client: HttpClient, posts: number): Promise<string> {
  const middle = await get(client, `/api/blog/posts/post-${posts / 2}`);
  const { date, id } = JSON.parse(middle.toString());
  const cursor = Buffer.from(`${date} ${id}`).toString('base64url');
  return `/api/blog/posts?limit=20&cursor=${cursor}`;
}

type Call = () => Promise<unknown>;

async function compared(what: string, few: Call, many: Call): Promise<Omit<Row, 'part'>> {
  const { second, ratio } = await compare(few, many, ROUNDS, MAX_SECONDS);
  const of = `${FEW} posts`;
  const target = WALKED.test(what) ? WALKED_TARGET : TARGET;
  return { what, figure: second, unit: 'ms', ratio: { value: ratio, of }, target };
}

/** The requests that open the dashboard, from the token's check to the first rows. */
async function dashboardOf(site: ProductionSite, query: string) {
  const { call } = await signIn(site);
  return async () => {
    await call('POST', '/api/admin/verify');
    await Promise.all([
      call('GET', `/api/admin/blog/posts${query}`),
      call('GET', '/api/admin/stats'),
    ]);
  };
}

/** The sitemap index and each of its files in turn, uncached and cached. */
async function measureSitemap({ address }: ProductionSite) {
  const client = createHttpClient(address, 1);
  try {
    const first = await timeSitemap(client);
    const times: number[] = [];
    for (let round = 0; round < CACHED_ROUNDS; round++) times.push(await timeSitemap(client));
    return [
      { what: 'sitemap, uncached', figure: first, unit: 'ms' },
      { what: 'sitemap, cached', figure: median(times), unit: 'ms' },
    ];
  } finally {
    client.close();
  }
}

/** The files are requested in gzip, as crawlers do. */
async function timeSitemap(client: HttpClient): Promise<number> {
  const started = performance.now();
  const index = (await get(client, '/sitemap.xml')).toString();
  const parts = [...index.matchAll(/<loc>[^<]*(\/sitemap-\d+\.xml)<\/loc>/g)];
  if (parts.length < 2) throw new Error('The sitemap has no parts');
  for (const [, path = ''] of parts) await get(client, path, 'gzip');
  return performance.now() - started;
}

async function get(client: HttpClient, path: string, encoding = 'identity'): Promise<Buffer> {
  const { status, body } = await client.send(path, { headers: { 'Accept-Encoding': encoding } });
  if (status !== 200) throw new Error(`${path}: status ${status}`);
  return body;
}
