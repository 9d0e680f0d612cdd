import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres-server.ts';
import { blogOf, WORDS } from './blog-of.ts';
import { type Comparison, compare } from './measure.ts';

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 200;

/**
 * How lists and searches of posts grow with the blog: the same call over few and over many posts, on
 * both engines, in turn within one run, so that a noisy machine disturbs both alike.
 */
export async function measureLists(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-bench-'));
  const postgres = await startPostgres();
  if (postgres === undefined) console.log('PostgreSQL: not measured, no server binaries found');
  try {
    await measureOn('SQLite', (name) => join(folder, `${name}.sqlite`));
    if (postgres !== undefined) await measureOn('PostgreSQL', postgres.createDatabase);
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(
  engine: string,
  database: (name: string) => string | Promise<string>,
): Promise<void> {
  const few = await blogOf(FEW, await database('few'));
  const many = await blogOf(MANY, await database('many'));
  try {
    console.log(
      `\n${engine}: ${FEW} posts against ${MANY.toLocaleString('en')}, median of ${ROUNDS}`,
    );
    await report('first page', few, many, async () => '/api/blog/posts?limit=20');
    await report('deep page', few, many, cursorAtHalf);
    await report('by tag', few, many, async () => '/api/blog/posts?limit=20&tag=Assays');
    await report('one post', few, many, async () => '/api/blog/posts/post-50');
    await reportNumberedPage(few, many);
    for (const [where, word] of Object.entries(WORDS)) {
      await reportSearch(`search: ${WHERE[where as keyof typeof WORDS]}`, few, many, word);
    }
    await reportDashboard('dashboard', few, many, '');
    await reportDashboard('its search: a common word', few, many, `?q=${WORDS.everyPost}`);
    await reportDashboard('its search: a rare word', few, many, `?q=${WORDS.fivePosts}`);
  } finally {
    await few.close();
    await many.close();
  }
}

const WHERE: Readonly<Record<keyof typeof WORDS, string>> = {
  everyPost: 'a word in every post',
  everyTenth: 'in every tenth',
  fivePosts: 'in five posts',
};

type Blog = Awaited<ReturnType<typeof blogOf>>;

/** A page of the site's list in the middle of many posts, against the first of few. */
async function reportNumberedPage(few: Blog, many: Blog): Promise<void> {
  const read = (blog: Blog, page: number) => () =>
    blog.services.publishedPosts({ limit: 100, page });
  print('page 500', await compare(read(few, 1), read(many, 500), ROUNDS));
}

/** What a reader's search costs the site, but for the page around it. */
async function reportSearch(what: string, few: Blog, many: Blog, word: string): Promise<void> {
  const search = (blog: Blog) => () => blog.services.searchPosts(word, { limit: 20, offset: 0 });
  print(what, await compare(search(few), search(many), ROUNDS));
}

async function report(
  what: string,
  few: Blog,
  many: Blog,
  addressIn: (blog: Blog) => Promise<string>,
): Promise<void> {
  const addresses = { few: await addressIn(few), many: await addressIn(many) };
  const calls = [() => get(few, addresses.few), () => get(many, addresses.many)] as const;
  print(what, await compare(...calls, ROUNDS));
}

/** All that the dashboard asks for when it is opened, from the token's check to the first rows. */
async function reportDashboard(what: string, few: Blog, many: Blog, query: string): Promise<void> {
  const opening = async (blog: Blog) => {
    const token = await blog.signIn();
    return async () => {
      await get(blog, '/api/admin/verify', token, 'POST');
      await Promise.all([
        get(blog, `/api/admin/blog/posts${query}`, token),
        get(blog, '/api/admin/stats', token),
      ]);
    };
  };
  print(what, await compare(await opening(few), await opening(many), ROUNDS));
}

function print(what: string, { first, second, ratio }: Comparison): void {
  const figures = `${first.toFixed(2)} ms  ${second.toFixed(2)} ms  ×${ratio.toFixed(2)}`;
  console.log(`  ${what.padEnd(28)} ${figures}`);
}

async function get(
  { app }: Blog,
  address: string,
  token?: string,
  method = 'GET',
): Promise<unknown> {
  const headers: Record<string, string> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await app.request(address, { method, headers });
  if (response.status !== 200) throw new Error(`${address} was answered ${response.status}`);
  return response.json();
}

/** The address of the page that begins half-way down the list. */
async function cursorAtHalf(blog: Blog): Promise<string> {
  const { total } = (await get(blog, '/api/blog/posts?limit=1')) as { total: number };
  const before = await blog.services.publishedPosts({ limit: 1, page: Math.ceil(total / 2) });
  const date = before.posts[0]?.date ?? '';
  const id = before.posts[0]?.id ?? '';
  const cursor = Buffer.from(`${date} ${id}`).toString('base64url');
  return `/api/blog/posts?limit=20&cursor=${cursor}`;
}
