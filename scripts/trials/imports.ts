import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeHostileZip } from '../../test/hostile-zip.ts';
import { makePng } from '../../test/pictures.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Editor, listAll, signIn } from '../harness/editor.ts';
import { requirePostgres } from '../harness/require-postgres.ts';
import { tryHeavyImport } from './heavy-import.ts';
import { type Trial, wholeNumber } from './trial.ts';

const ENGINES = ['sqlite', 'postgres'] as const;
/** A crashed process holds its lease for a minute. */
const TIMEOUT_MS = 180_000;

type Import = {
  id: string;
  state: string;
  problem: string | null;
  done: number;
  counts: Record<string, number>;
};

/**
 * An import of the admin area is killed several times, and once more while it is taken back. With PostgreSQL, a second
 * instance on the same data looks on, which may go on with it. No post may be missing or there twice, and nothing may be left
 * of what was taken back.
 */
export const imports: Trial = {
  name: 'imports',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        posts: { type: 'string', default: '300' },
        rounds: { type: 'string', default: '2' },
        engine: { type: 'string', default: 'both' },
        only: { type: 'string' },
      },
    });
    const [posts, rounds] = [
      wholeNumber('posts', values.posts),
      wholeNumber('rounds', values.rounds),
    ];
    const engines = values.engine === 'both' ? ENGINES : ENGINES.filter((e) => e === values.engine);
    if (engines.length === 0) throw new Error(`--engine must be ${ENGINES.join(' or ')}`);
    const broken = await tryHeavyImport();
    for (const fault of broken) console.error(`  ${fault}`);
    let isKept = broken.length === 0;
    if (values.only === 'heavy') return isKept;
    for (const engine of engines) {
      const faults = await importOn(engine, posts, rounds);
      for (const fault of faults) console.error(`  ${fault}`);
      isKept &&= faults.length === 0;
    }
    return isKept;
  },
};

async function importOn(
  engine: (typeof ENGINES)[number],
  posts: number,
  rounds: number,
): Promise<string[]> {
  const postgres = engine === 'postgres' ? await requirePostgres() : undefined;
  const sites: ProductionSite[] = [];
  try {
    const settings = {
      DATABASE_URL: (await postgres?.createDatabase()) ?? '',
      SEED_CONTENT: 'off',
      BACKUPS: 'off',
      LOG_LEVEL: 'error',
    };
    const site = await startProductionSite(settings);
    sites.push(site);
    const { dataDir, administrator } = site;
    if (engine === 'postgres') {
      const { email, password } = administrator;
      const same = { DATA_DIR: dataDir, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
      sites.push(await startProductionSite({ ...settings, ...same }));
    }
    return await importOften(engine, site, { posts, rounds });
  } finally {
    for (const site of sites.reverse()) await site.stop();
    await postgres?.stop();
  }
}

async function importOften(
  engine: string,
  site: ProductionSite,
  { posts, rounds }: { posts: number; rounds: number },
): Promise<string[]> {
  const editor = await signIn(site);
  const { id } = await upload(site, editor, await zipOf(posts));
  const path = `/api/admin/imports/${id}`;
  const read = () => editor.call<Import>('GET', path);
  await until(read, ({ state }) => state === 'planned');
  await editor.call('POST', `${path}/start`);
  const seen: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const goal = Math.floor((posts * round) / (rounds + 1));
    await until(read, ({ done, state }) => done >= goal || state !== 'running');
    await sleep(randomInt(300));
    await site.crash();
    await site.startAgain();
    seen.push((await read()).done);
  }
  const imported = await until(read, ({ state }) => state !== 'running');
  const faults: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) faults.push(`${engine}: ${what}: ${found} instead of ${wanted}`);
  };
  const slugs = async () =>
    (await listAll<{ slug: string }>(editor, '/api/admin/blog/posts', 'posts')).map(
      ({ slug }) => slug,
    );
  expect('the problem', imported.problem, null);
  expect('the state', imported.state, 'done');
  expect('items that are done', imported.done, posts);
  expect('imported items', imported.counts.imported, posts);
  const wanted = Array.from({ length: posts }, (_, number) => `interrupted-${number}`);
  const found = await slugs();
  expect('posts', found.length, posts);
  expect('missing posts', wanted.filter((slug) => !found.includes(slug)).join(), '');
  expect('pictures', (await listAll(editor, '/api/admin/media', 'pictures')).length, posts);

  await editor.call('POST', `${path}/take-back`);
  await sleep(randomInt(1_500));
  await site.crash();
  await site.startAgain();
  const taken = await until(read, ({ state }) => state !== 'taking-back');
  expect('the state in the end', taken.state, 'taken-back');
  expect('posts in the end', (await slugs()).length, 0);
  expect('files of uploads', readdirSync(join(site.dataDir, 'imports')).length, 0);
  console.log(
    `${engine}: ${posts} posts imported, killed after ${seen.join(', ')} of them and while they were taken back: ${
      faults.length === 0 ? 'none missing, none twice, all taken back' : `${faults.length} FAULTS`
    }`,
  );
  return faults;
}

async function zipOf(posts: number): Promise<Buffer> {
  const files = [];
  for (let number = 0; number < posts; number++) {
    const folder = `posts/interrupted-${number}`;
    const size = { width: 20 + number, height: 20 };
    files.push({ name: `${folder}/index.md`, data: `# Post ${number}\n\n![Dots](dots.png)\n` });
    files.push({ name: `${folder}/dots.png`, data: await makePng(size) });
  }
  return makeHostileZip(files);
}

async function upload(
  { address }: ProductionSite,
  { token }: Editor,
  zip: Buffer,
): Promise<Import> {
  const response = await fetch(`${address}/api/admin/imports?name=interrupted.zip`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${token}` },
    body: new Uint8Array(zip),
  });
  if (!response.ok) throw new Error(`The upload: ${response.status} ${await response.text()}`);
  return (await response.json()) as Import;
}

async function until(
  read: () => Promise<Import>,
  isReached: (found: Import) => boolean,
): Promise<Import> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await read();
    if (isReached(found)) return found;
    if (performance.now() > deadline) throw new Error(`The import stays ${JSON.stringify(found)}`);
    await sleep(100);
  }
}
