import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../bench/editor.ts';
import { median } from '../bench/measure.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** What is published on one instance is on the other's pages within this, in milliseconds. */
const PATIENCE = 1000;
/** What is not there by then never comes. */
const NEVER = 10_000;
const SLUG = 'shown-by-both';
/** Every so many posts, the connections that hear of changes are cut. */
const CUT_EVERY = 20;

/** Two instances on one PostgreSQL: each publishes in turn, and the other must show it. */
export const instances: Trial = {
  name: 'instances',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { posts: { type: 'string', default: '1000' } },
    });
    const postgres = await startPostgres();
    if (postgres === undefined) {
      throw new Error('PostgreSQL: no server binaries found (install postgresql)');
    }
    const sites: ProductionSite[] = [];
    try {
      const url = await postgres.createDatabase();
      sites.push(await startProductionSite({ DATABASE_URL: url, LOG_LEVEL: 'fatal' }));
      const { email, password } = (sites[0] as ProductionSite).administrator;
      sites.push(
        await startProductionSite({
          DATABASE_URL: url,
          ADMIN_EMAIL: email,
          ADMIN_PASSWORD: password,
          LOG_LEVEL: 'fatal',
        }),
      );
      return await publishInTurn(sites, url, wholeNumber('posts', values.posts));
    } finally {
      for (const site of sites) await site.stop();
      await postgres.stop();
    }
  },
};

async function publishInTurn(
  sites: readonly ProductionSite[],
  url: string,
  posts: number,
): Promise<boolean> {
  const [first, second] = sites as [ProductionSite, ProductionSite];
  // Signed in at one, known to the other.
  const editor = await signIn(first);
  await editor.call('POST', '/api/admin/blog/posts', draft('State 0'));
  for (const { address } of sites) await shows(address, 'State 0');
  const usual: number[] = [];
  const afterCut: number[] = [];
  let missed = 0;
  for (let number = 1; number <= posts; number++) {
    const [at, other] = number % 2 === 0 ? [first, second] : [second, first];
    const isCut = number % CUT_EVERY === 0;
    if (isCut) await cutListeners(url);
    await edit(at.address, editor, `State ${number}`);
    const began = performance.now();
    while (!(await shows(other.address, `State ${number}`))) {
      if (performance.now() - began > NEVER) break;
      await sleep(5);
    }
    const took = performance.now() - began;
    if (took > PATIENCE) missed++;
    (isCut ? afterCut : usual).push(took);
  }
  const words = (times: readonly number[]) =>
    `median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`;
  console.log(
    `${posts} changes, each shown by the post and the list of the other instance: ${missed} later than ${PATIENCE} ms`,
  );
  console.log(`  after its answer        ${words(usual)}`);
  console.log(`  when nobody listened    ${words(afterCut)} (cut ${afterCut.length} times)`);
  return missed === 0;
}

const draft = (title: string) => ({ title, slug: SLUG, content: 'Text.', description: '' });

async function edit(address: string, { token }: Editor, title: string): Promise<void> {
  const response = await fetch(`${address}/api/admin/blog/posts/${SLUG}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(draft(title)),
  });
  if (!response.ok) throw new Error(`An edit was refused: ${response.status}`);
}

/** Whether the post and the list of posts both show a title. */
async function shows(address: string, title: string): Promise<boolean> {
  const pages = await Promise.all(
    [`/blog/${SLUG}`, '/blog'].map(async (path) => (await fetch(address + path)).text()),
  );
  return pages.every((page) => page.includes(`>${title}<`));
}

/** Ends the connections over which PostgreSQL tells of changes. */
async function cutListeners(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'",
  );
  await client.end();
}
