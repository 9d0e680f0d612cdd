import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import sharp from 'sharp';
import { makePng } from '../../test/pictures.ts';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../bench/editor.ts';
import { type Trial, wholeNumber } from './trial.ts';

const ENGINES = ['sqlite', 'postgres'] as const;
const CLIENTS = 4;
/** The process ends within so many milliseconds of its first answer. */
const LONGEST_LIFE = 1500;
/** Older than what the site takes for another process's work (an hour), in seconds. */
const LONG_AGO = 2 * 60 * 60;

/** What clients were told is written. */
type Answered = { posts: Map<string, string>; pictures: Set<string> };

/**
 * Posts and pictures are sent by four clients until the site is killed at a random moment; with
 * PostgreSQL the database ends as by a power cut at the same time. Then both start on the same data:
 * all that was answered must be there.
 */
export const crash: Trial = {
  name: 'crash',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string', default: '50' },
        engine: { type: 'string', default: 'both' },
      },
    });
    const rounds = wholeNumber('rounds', values.rounds);
    const engines = values.engine === 'both' ? ENGINES : ENGINES.filter((e) => e === values.engine);
    if (engines.length === 0) throw new Error(`--engine must be ${ENGINES.join(' or ')}`);
    let isWhole = true;
    for (const engine of engines) {
      const faults = await crashOften(engine, rounds);
      for (const fault of faults) console.error(`  ${fault}`);
      isWhole &&= faults.length === 0;
    }
    return isWhole;
  },
};

async function crashOften(engine: (typeof ENGINES)[number], rounds: number): Promise<string[]> {
  const postgres = engine === 'postgres' ? await startPostgres('durably') : undefined;
  if (engine === 'postgres' && postgres === undefined) {
    return ['PostgreSQL: no server binaries found (install postgresql)'];
  }
  const url = (await postgres?.createDatabase()) ?? '';
  const site = await startProductionSite({
    DATABASE_URL: url,
    SEED_CONTENT: 'off',
    BACKUPS: 'off',
    LOG_LEVEL: 'fatal',
  });
  try {
    const editor = await signIn(site);
    const answered: Answered = { posts: new Map(), pictures: new Set() };
    const faults: string[] = [];
    let unanswered = 0;
    for (let round = 1; round <= rounds; round++) {
      unanswered += await crashOnce(site, editor, postgres, round, answered);
      faults.push(...(await missing(site, editor, answered, `-${round}-`)));
      faults.push(...(await damage(site, url)));
    }
    faults.push(...(await missing(site, editor, answered, '')));
    const left = await halfWritten(site, editor);
    faults.push(...left.faults);
    console.log(
      [
        `${engine}: ${rounds} crashes`,
        `${answered.posts.size} posts and ${answered.pictures.size} pictures answered`,
        `${unanswered} requests cut off`,
        `${left.swept} unfinished uploads swept`,
        faults.length === 0 ? 'nothing lost, integrity checks passed' : `${faults.length} FAULTS`,
      ].join(', '),
    );
    return faults;
  } finally {
    await site.stop();
    await postgres?.stop();
  }
}

/** @returns how many requests were under way when the process ended */
async function crashOnce(
  site: ProductionSite,
  editor: Editor,
  postgres: PostgresServer | undefined,
  round: number,
  answered: Answered,
): Promise<number> {
  let isRunning = true;
  const first = Promise.withResolvers<void>();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    let cutOff = 0;
    for (let number = 1; isRunning; number++) {
      try {
        // One of them sends pictures in between.
        if (client === 0 && number % 3 === 0) await sendPicture(site, editor, answered);
        else await sendPost(editor, `crash-${round}-${client}-${number}`, answered);
        first.resolve();
      } catch (error) {
        if (isRunning) throw error;
        cutOff++;
      }
    }
    return cutOff;
  });
  const work = Promise.all(clients);
  await Promise.race([first.promise.then(() => sleep(randomInt(LONGEST_LIFE))), work]);
  isRunning = false;
  await Promise.all([site.crash(), postgres?.crash()]);
  const cutOff = await work;
  await postgres?.startAgain();
  await site.startAgain();
  return cutOff.reduce((sum, each) => sum + each, 0);
}

async function sendPost(editor: Editor, slug: string, { posts }: Answered): Promise<void> {
  const content = `Of ${slug}.\n\n${'Words that must not be lost. '.repeat(randomInt(1, 1000))}`;
  await editor.call('POST', '/api/admin/blog/posts', { title: slug, slug, content });
  posts.set(slug, content);
}

async function sendPicture(
  { address }: ProductionSite,
  { token }: Editor,
  { pictures }: Answered,
): Promise<void> {
  const file = await makePng({ width: randomInt(20, 900), height: randomInt(20, 600) });
  const response = await fetch(`${address}/api/admin/media?name=crash.png`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    body: new Uint8Array(file),
  });
  if (!response.ok) throw new Error(`A picture was refused: ${response.status}`);
  const { picture } = (await response.json()) as { picture: { address: string } };
  pictures.add(picture.address);
}

/** What was answered and is not there as it was sent, of the posts whose slugs contain `part`. */
async function missing(
  { address }: ProductionSite,
  editor: Editor,
  { posts, pictures }: Answered,
  part: string,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [slug, content] of posts) {
    if (!slug.includes(part)) continue;
    const post = await editor
      .call<{ content: string }>('GET', `/api/blog/posts/${slug}`)
      .catch((error: Error) => error);
    if (post instanceof Error) faults.push(`${slug} is lost: ${post.message}`);
    else if (post.content !== content) faults.push(`${slug} is not as it was sent`);
  }
  for (const path of pictures) {
    const response = await fetch(address + path);
    const isWhole =
      response.ok &&
      (await sharp(await response.arrayBuffer())
        .stats()
        .catch(() => null)) !== null;
    if (!isWhole) faults.push(`${path} is lost or damaged: ${response.status}`);
  }
  return faults;
}

/** What the database's own check of itself finds. */
async function damage(site: ProductionSite, url: string): Promise<string[]> {
  return url === '' ? damageOfSqlite(join(site.dataDir, 'ligara.sqlite')) : damageOfPostgres(url);
}

function damageOfSqlite(file: string): string[] {
  const db = new SQLite(file, { readonly: true });
  try {
    const found = db.pragma('integrity_check') as { integrity_check: string }[];
    const orphans = db.pragma('foreign_key_check') as unknown[];
    return [
      ...found.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...orphans.map((row) => `a row without what it belongs to: ${JSON.stringify(row)}`),
    ];
  } finally {
    db.close();
  }
}

async function damageOfPostgres(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const ofOurs = `c.relnamespace = 'public'::regnamespace and c.relpersistence = 'p'`;
    // It throws where an index does not agree with its table.
    await client.query(
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
       where c.relkind = 'i' and a.amname = 'btree' and ${ofOurs}`,
    );
    const { rows } = await client.query<{ relname: string; msg: string }>(
      `select c.relname, checked.msg from pg_class c, verify_heapam(c.oid) checked
       where c.relkind = 'r' and ${ofOurs}`,
    );
    return rows.map(({ relname, msg }) => `${relname}: ${msg}`);
  } catch (error) {
    return [String(error)];
  } finally {
    await client.end();
  }
}

/** What crashes have left of files; an hour later, the next start removes it. */
async function halfWritten(
  site: ProductionSite,
  editor: Editor,
): Promise<{ swept: number; faults: string[] }> {
  const folder = join(site.dataDir, 'media');
  const unfinished = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('.')) : [];
  const before = unfinished();
  const then = Date.now() / 1000 - LONG_AGO;
  for (const name of before) utimesSync(join(folder, name), then, then);
  await site.crash();
  await site.startAgain();
  const deadline = performance.now() + 10_000;
  while (unfinished().length > 0 && performance.now() < deadline) await sleep(100);
  const faults = unfinished().map((name) => `${name} is left in the folder of pictures`);
  const known = await everyPicture(editor);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!known.has(name)) faults.push(`the files of ${name} belong to no picture`);
  }
  return { swept: before.length, faults };
}

async function everyPicture(editor: Editor): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { pictures: { id: string }[]; nextCursor: string | null } = await editor.call(
      'GET',
      `/api/admin/media?limit=100${after}`,
    );
    for (const { id } of page.pictures) ids.add(id);
    cursor = page.nextCursor;
  }
  return ids;
}
