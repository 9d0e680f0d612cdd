import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makePng } from '../../test/pictures.ts';
import { requirePostgres } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Call, callerOf, signIn, uploadPicture } from '../harness/editor.ts';
import { median } from '../harness/statistics.ts';

const WRITERS = 12;
/** A change on one instance must be on the other's pages within this time; after `TIMEOUT_MS` it is lost. */
const MAX_MS = 1000;
const TIMEOUT_MS = 10_000;
const POSTS = '/api/admin/blog/posts';
const SLUG = 'shown-by-both';
const DEADLOCK = /^.*deadlock detected(?:\n(?:\t|.*(?:DETAIL|HINT|CONTEXT|STATEMENT):).*)*/gm;
/** Few molecules, so that each is in nearly every post. */
const MOLECULES = 'CCO CCN CCCl CC=O CC#N c1ccccc1 CC(=O)O CC(C)C'.split(' ');
const TERMS = ['IC50', 'EC50', 'Cytotoxicity'];
const TAGS = ['Assays', 'Kinases', 'Methods'];

/**
 * Many write at once what shares rows, and each instance publishes in turn what the other must
 * show.
 */
export async function tryInstances(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '12' },
    },
  });
  const rounds = Number(values.rounds);
  const postgres = await requirePostgres();
  const sites: ProductionSite[] = [];
  try {
    const url = await postgres.createDatabase();
    const settings = { DATABASE_URL: url, LOG_LEVEL: 'error' };
    const first = await startProductionSite(settings);
    sites.push(first);
    const { token } = await signIn(first);
    const isAloneKept = await writeTogether(sites, token, rounds);
    const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = first.administrator;
    sites.push(await startProductionSite({ ...settings, ADMIN_EMAIL, ADMIN_PASSWORD }));
    const isKept = await writeTogether(sites, token, rounds);
    const isShown = await publishInTurn(sites, token, Number(values.posts));
    for (const site of sites.splice(0)) await site.stop();
    const deadlocks = await countDeadlocks(url);
    console.log(`deadlocks: ${deadlocks}`);
    if (deadlocks > 0) console.log(postgres.log().match(DEADLOCK)?.join('\n'));
    return isAloneKept && isKept && isShown && deadlocks === 0;
  } finally {
    for (const site of sites) await site.stop();
    await postgres.stop();
  }
}

type Post = { id: string; slug: string; version: unknown };
type Expected = Post & { title: string; state: 'published' | 'draft' | 'trash' };

/** Each writer has posts of their own, so that none has a reason to be refused. */
async function writeTogether(sites: ProductionSite[], token: string, rounds: number) {
  const calls = sites.map(({ address }) => callerOf(address, token));
  const [first] = calls as [Call];
  const picture = await uploadPicture(first, await makePng({ width: 40, height: 30 }));
  const expected: Expected[] = [];
  const problems: string[] = [];
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const call = calls[writer % calls.length] as Call;
    for (let round = 0; round < rounds; round += 1) {
      const slug = `together-${sites.length}-${writer}-${round}`;
      await writePost(call, slug, picture, round).then(
        (post) => expected.push(post),
        (error: Error) => problems.push(error.message),
      );
    }
  });
  await Promise.all(writers);
  const failed = problems.length;
  for (const post of expected) {
    if (!(await isAsAnswered(first, post))) problems.push(`${post.slug} is not ${post.state}`);
  }
  console.log(
    `${WRITERS} writers, instances: ${sites.length}; ${failed} posts failed; of ${expected.length}, ${problems.length - failed} are not as answered`,
  );
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
  return problems.length === 0;
}

async function writePost(
  call: Call,
  slug: string,
  picture: string,
  round: number,
): Promise<Expected> {
  const title = `${slug} edited`;
  let post = await call<Post>('POST', POSTS, textOf(slug, 'new', picture));
  const save = async (status: 'published' | 'draft') => {
    const edit = { ...textOf(slug, 'edited', picture), status, version: post.version };
    post = await call<Post>('PUT', `${POSTS}/${slug}`, edit);
  };
  await save('published');
  await save('draft');
  await save('published');
  await call('DELETE', `${POSTS}/${slug}`);
  if (round % 3 === 0) return { ...post, title, state: 'trash' };
  ({ post } = await call<{ post: Post }>('POST', `/api/admin/trash/${post.id}/restore`, {}));
  const state = round % 3 === 1 ? 'published' : 'draft';
  await save(state);
  return { ...post, title, state };
}

function textOf(slug: string, state: string, picture: string) {
  const shown = MOLECULES.toSorted(() => Math.random() - 0.5)
    .slice(0, MOLECULES.length / 2)
    .map((smiles) => `\`\`\`smiles {name="Compound"}\n${smiles}\n\`\`\``);
  return {
    title: `${slug} ${state}`,
    slug,
    description: 'Written by many at once.',
    status: 'published',
    tags: TAGS,
    content: [`On ${TERMS.join(', ')}.`, `![A plate](${picture})`, ...shown].join('\n\n'),
  };
}

async function isAsAnswered(call: Call, { slug, title, state, version }: Expected) {
  const post = await call<Expected & { status: string }>('GET', `/api/blog/posts/${slug}`).catch(
    () => null,
  );
  if (state === 'trash') return post === null;
  return post?.title === title && post.status === state && post.version === version;
}

async function publishInTurn(sites: ProductionSite[], token: string, posts: number) {
  const calls = sites.map(({ address }) => callerOf(address, token)) as [Call, Call];
  const draft = (title: string) => ({ title, slug: SLUG, content: 'Text.', description: '' });
  await calls[0]('POST', POSTS, draft('State 0'));
  const times: number[] = [];
  for (let number = 1; number <= posts; number++) {
    const title = `State ${number}`;
    await (calls[number % 2] as Call)('PUT', `${POSTS}/${SLUG}`, draft(title));
    const started = performance.now();
    const { address } = sites[(number + 1) % 2] as ProductionSite;
    while (!(await shows(address, title)) && performance.now() - started < TIMEOUT_MS) {
      await sleep(5);
    }
    times.push(performance.now() - started);
  }
  const missed = times.filter((time) => time > MAX_MS).length;
  console.log(
    `${posts} changes, each shown by the post and the list of the other instance: median ${median(times).toFixed(0)} ms, ` +
      `slowest ${Math.max(...times).toFixed(0)} ms, ${missed} later than ${MAX_MS} ms`,
  );
  return missed === 0;
}

async function shows(address: string, title: string): Promise<boolean> {
  const paths = [`/blog/${SLUG}`, '/blog'];
  const pages = await Promise.all(paths.map(async (path) => (await fetch(address + path)).text()));
  return pages.every((page) => page.includes(`>${title}<`));
}

/** Deadlocks of connections that have ended. Their transactions are repeated, so that no call fails. */
async function countDeadlocks(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.deadlocks);
}
