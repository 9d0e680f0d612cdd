import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { callApi, signIn } from '../harness/editor.ts';
import { requirePostgres } from '../harness/require-postgres.ts';
import { median } from '../harness/statistics.ts';
import { raceInstances } from './instances/races.ts';
import { writeTogether } from './instances/write-together.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** A change on one instance must be on the other's pages within this time. */
const MAX_MS = 1000;
/** A change that takes longer is lost. */
const TIMEOUT_MS = 10_000;
const SLUG = 'shown-by-both';
/** In PostgreSQL's log: the message and its indented statements. */
const DEADLOCK = /^.*deadlock detected(?:\n(?:\t|.*(?:DETAIL|HINT|CONTEXT|STATEMENT):).*)*/gm;
/** The LISTEN connections are cut before each of these changes. */
const CUT_EVERY = 20;

/**
 * PostgreSQL with one instance and with two: many write at once what shares rows, everything that changes posts is done at
 * once to the same ones, and each publishes in turn what the other must show.
 */
export const instances: Trial = {
  name: 'instances',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        posts: { type: 'string', default: '1000' },
        rounds: { type: 'string', default: '12' },
        races: { type: 'string', default: '4' },
      },
    });
    const rounds = wholeNumber('rounds', values.rounds);
    const posts = wholeNumber('posts', values.posts);
    const races = wholeNumber('races', values.races);
    const postgres = await requirePostgres();
    const sites: ProductionSite[] = [];
    try {
      const url = await postgres.createDatabase();
      const database = new pg.Pool({ connectionString: url });
      // Its connections end with the server.
      database.on('error', () => undefined);
      const settings = { DATABASE_URL: url, LOG_LEVEL: 'error' };
      const first = await startProductionSite(settings);
      sites.push(first);
      const { token } = await signIn(first);
      const isAloneKept = await writeTogether([first], token, database, rounds);
      const { email, password } = first.administrator;
      const same = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
      const second = await startProductionSite({ ...settings, ...same });
      sites.push(second);
      // The token of one instance is valid on the other.
      const isKept = await writeTogether(sites, token, database, rounds);
      const areRacesKept = await raceInstances([first, second], token, database, races);
      const isShown = await publishInTurn(sites, url, posts);
      for (const site of sites.splice(0)) await site.stop();
      const deadlocks = await countDeadlocks(database);
      console.log(`deadlocks: ${deadlocks}`);
      if (deadlocks > 0) console.log(postgres.log().match(DEADLOCK)?.join('\n'));
      return isAloneKept && isKept && areRacesKept && isShown && deadlocks === 0;
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
    const path = `/api/admin/blog/posts/${SLUG}`;
    await callApi(at.address, editor.token, 'PUT', path, draft(`State ${number}`));
    const started = performance.now();
    while (!(await shows(other.address, `State ${number}`))) {
      if (performance.now() - started > TIMEOUT_MS) break;
      await sleep(5);
    }
    const took = performance.now() - started;
    if (took > MAX_MS) missed++;
    (isCut ? afterCut : usual).push(took);
  }
  const summary = (times: readonly number[]) =>
    `median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`;
  console.log(
    `${posts} changes, each shown by the post and the list of the other instance: ${missed} later than ${MAX_MS} ms`,
  );
  console.log(`  after its response      ${summary(usual)}`);
  console.log(`  when no one listened    ${summary(afterCut)} (cut ${afterCut.length} times)`);
  return missed === 0;
}

/** Deadlocks of connections that have ended. Their transactions are repeated, so that no call fails. */
async function countDeadlocks(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}

const draft = (title: string) => ({ title, slug: SLUG, content: 'Text.', description: '' });

/** Returns true if the post and the list both show a title. */
async function shows(address: string, title: string): Promise<boolean> {
  const pages = await Promise.all(
    [`/blog/${SLUG}`, '/blog'].map(async (path) => (await fetch(address + path)).text()),
  );
  return pages.every((page) => page.includes(`>${title}<`));
}

/** Ends the LISTEN connections of both instances. */
async function cutListeners(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'",
  );
  await client.end();
}
