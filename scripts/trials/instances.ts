import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { callApi, signIn } from '../harness/editor.ts';
import { requirePostgres } from '../harness/require-postgres.ts';
import { median } from '../harness/statistics.ts';
import { writeTogether } from './instances/write-together.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** A change on one instance must be on the other's pages within this time. */
const MAX_MS = 1000;
/** A change that takes longer is lost. */
const TIMEOUT_MS = 10_000;
const SLUG = 'shown-by-both';
/** The LISTEN connections are cut before each of these changes. */
const CUT_EVERY = 20;

/**
 * PostgreSQL with one instance and with two: many write at once what shares rows, and each publishes in turn what the
 * other must show.
 */
export const instances: Trial = {
  name: 'instances',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        posts: { type: 'string', default: '1000' },
        rounds: { type: 'string', default: '12' },
      },
    });
    const rounds = wholeNumber('rounds', values.rounds);
    const posts = wholeNumber('posts', values.posts);
    const postgres = await requirePostgres();
    const sites: ProductionSite[] = [];
    try {
      const url = await postgres.createDatabase();
      sites.push(await startProductionSite({ DATABASE_URL: url, LOG_LEVEL: 'fatal' }));
      const [first] = sites as [ProductionSite];
      const { token } = await signIn(first);
      const isAloneKept = await writeTogether([first], token, url, rounds);
      const { email, password } = first.administrator;
      sites.push(
        await startProductionSite({
          DATABASE_URL: url,
          ADMIN_EMAIL: email,
          ADMIN_PASSWORD: password,
          LOG_LEVEL: 'fatal',
        }),
      );
      // The token of one instance is valid on the other.
      const isKept = await writeTogether(sites, token, url, rounds);
      return (await publishInTurn(sites, url, posts)) && isAloneKept && isKept;
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
