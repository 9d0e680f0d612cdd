import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';

import { type Client, createClient } from './client.ts';
import { signIn } from './editor.ts';
import { fillDatabase, WORDS } from './fill-database.ts';
import { compare, median } from './measure.ts';
import type { Row } from './row.ts';
import { temporaryFolder } from './temporary-folder.ts';

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 60;
const TARGET = { atMost: 2 };
const MOST_SECONDS = 5;
const MANY_TIMES = 20;

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

/** The settings by which a site serves a database. */
type Settings = Readonly<Record<string, string>>;

/**
 * What visitors and administrators wait for as the blog grows from a hundred posts to a hundred
 * thousand: the same calls to two real servers in turn, each of which makes every answer anew. The
 * sitemap, which must name every post, is taken from servers that keep it.
 */
export async function measureGrowth(): Promise<Row[]> {
  const folder = temporaryFolder('growth');
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

/** Serves each database, and ends the servers when the measurement has come to its end. */
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
  const toFew = createClient(few.address, 1);
  const toMany = createClient(many.address, 1);
  const rows: Omit<Row, 'part'>[] = [];
  const add = async (what: string, ofFew: Call, ofMany: Call) => {
    rows.push(await compared(what, ofFew, ofMany));
  };
  const addPage = (what: string, ofFew: string, ofMany = ofFew) =>
    add(
      what,
      () => get(toFew, ofFew),
      () => get(toMany, ofMany),
    );
  try {
    for (const [what, path] of Object.entries(PAGES)) await addPage(what, path);
    await addPage('list page, half-way down', '/blog', '/blog?page=500');
    await addPage(
      'API, list half-way down',
      await halfWay(toFew, FEW),
      await halfWay(toMany, MANY),
    );
  } finally {
    toFew.close();
    toMany.close();
  }
  await add('dashboard', await opening(few, ''), await opening(many, ''));
  const search = `?q=${WORDS.everyTenth}`;
  await add('its search', await opening(few, search), await opening(many, search));
  return rows;
}

/** Where the API's list goes on after the post in the middle. */
async function halfWay(client: Client, posts: number): Promise<string> {
  const middle = await get(client, `/api/blog/posts/post-${posts / 2}`);
  const { date, id } = JSON.parse(middle.toString());
  const cursor = Buffer.from(`${date} ${id}`).toString('base64url');
  return `/api/blog/posts?limit=20&cursor=${cursor}`;
}

type Call = () => Promise<unknown>;

async function compared(what: string, few: Call, many: Call): Promise<Omit<Row, 'part'>> {
  const { second, ratio } = await compare(few, many, ROUNDS, MOST_SECONDS);
  const of = `${FEW} posts`;
  return { what, figure: second, unit: 'ms', ratio: { value: ratio, of }, target: TARGET };
}

/** All that the dashboard asks for when it is opened, from the token's check to the first rows. */
async function opening(site: ProductionSite, query: string) {
  const { call } = await signIn(site);
  return async () => {
    await call('POST', '/api/admin/verify');
    await Promise.all([
      call('GET', `/api/admin/blog/posts${query}`),
      call('GET', '/api/admin/stats'),
    ]);
  };
}

/** The index and every part of it, one after another: at first, and when they are kept. */
async function measureSitemap({ address }: ProductionSite) {
  const client = createClient(address, 1);
  try {
    const first = await timeSitemap(client);
    const times: number[] = [];
    for (let time = 0; time < MANY_TIMES; time++) times.push(await timeSitemap(client));
    return [
      { what: 'sitemap, the first time', figure: first, unit: 'ms' },
      { what: 'sitemap, from then on', figure: median(times), unit: 'ms' },
    ];
  } finally {
    client.close();
  }
}

/** The parts come as they go to the crawlers of search engines, in gzip. */
async function timeSitemap(client: Client): Promise<number> {
  const began = performance.now();
  const index = (await get(client, '/sitemap.xml')).toString();
  const parts = [...index.matchAll(/<loc>[^<]*(\/sitemap-\d+\.xml)<\/loc>/g)];
  if (parts.length < 2) throw new Error('The sitemap has no parts');
  for (const [, path = ''] of parts) await get(client, path, 'gzip');
  return performance.now() - began;
}

async function get(client: Client, path: string, encoding = 'identity'): Promise<Buffer> {
  const { status, body } = await client.get(path, { 'Accept-Encoding': encoding });
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
  return body;
}
