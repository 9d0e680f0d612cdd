import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import SQLite from 'better-sqlite3';
import pg from 'pg';
import sharp from 'sharp';
import { makePng } from '../../test/pictures.ts';
import type { PostgresServer } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { requirePostgres } from '../harness/require-postgres.ts';
import { type Trial, wholeNumber } from './trial.ts';

const ENGINES = ['sqlite', 'postgres'] as const;
const CLIENTS = 4;
/** The process is killed within this time after its first response. */
const MAX_LIFETIME_MS = 1500;

/** Content and URLs that the site confirmed to its clients. */
type Confirmed = { posts: Map<string, string>; pictures: Set<string> };

/**
 * Four clients send posts and pictures until the site is killed at a random moment; PostgreSQL shuts
 * down as in a power cut at the same time. Both restart on the same data: every confirmed write must be
 * there.
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
    let isKept = true;
    for (const engine of engines) {
      const faults = await crashOften(engine, rounds);
      for (const fault of faults) console.error(`  ${fault}`);
      isKept &&= faults.length === 0;
    }
    return isKept;
  },
};

async function crashOften(engine: (typeof ENGINES)[number], rounds: number): Promise<string[]> {
  const postgres = engine === 'postgres' ? await requirePostgres('durable') : undefined;
  const url = (await postgres?.createDatabase()) ?? '';
  const site = await startProductionSite({
    DATABASE_URL: url,
    SEED_CONTENT: 'off',
    BACKUPS: 'off',
    LOG_LEVEL: 'fatal',
  });
  try {
    const editor = await signIn(site);
    const confirmed: Confirmed = { posts: new Map(), pictures: new Set() };
    const faults: string[] = [];
    let cutOff = 0;
    for (let round = 1; round <= rounds; round++) {
      cutOff += await crashOnce(site, editor, postgres, round, confirmed);
      faults.push(...(await missing(site, editor, confirmed, `-${round}-`)));
      faults.push(...(await damage(site, url)));
    }
    faults.push(...(await missing(site, editor, confirmed, '')));
    console.log(
      [
        `${engine}: ${rounds} crashes`,
        `${confirmed.posts.size} posts and ${confirmed.pictures.size} pictures confirmed`,
        `${cutOff} requests cut off`,
        faults.length === 0 ? 'nothing lost, integrity checks passed' : `${faults.length} FAULTS`,
      ].join(', '),
    );
    return faults;
  } finally {
    await site.stop();
    await postgres?.stop();
  }
}

/** @returns the number of requests that the crash cut off */
async function crashOnce(
  site: ProductionSite,
  editor: Editor,
  postgres: PostgresServer | undefined,
  round: number,
  confirmed: Confirmed,
): Promise<number> {
  let isRunning = true;
  const first = Promise.withResolvers<void>();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    let cutOff = 0;
    for (let number = 1; isRunning; number++) {
      try {
        // The first client also sends pictures.
        if (client === 0 && number % 3 === 0) await sendPicture(site, editor, confirmed);
        else await sendPost(editor, `crash-${round}-${client}-${number}`, confirmed);
        first.resolve();
      } catch (error) {
        if (isRunning) throw error;
        cutOff++;
      }
    }
    return cutOff;
  });
  const sending = Promise.all(clients);
  await Promise.race([first.promise.then(() => sleep(randomInt(MAX_LIFETIME_MS))), sending]);
  isRunning = false;
  await Promise.all([site.crash(), postgres?.crash()]);
  const cutOff = await sending;
  await postgres?.startAgain();
  await site.startAgain();
  return cutOff.reduce((sum, each) => sum + each, 0);
}

async function sendPost(editor: Editor, slug: string, { posts }: Confirmed): Promise<void> {
  const content = `Of ${slug}.\n\n${'Words that must not be lost. '.repeat(randomInt(1, 1000))}`;
  await editor.call('POST', '/api/admin/blog/posts', { title: slug, slug, content });
  posts.set(slug, content);
}

async function sendPicture(
  { address }: ProductionSite,
  { token }: Editor,
  { pictures }: Confirmed,
): Promise<void> {
  const file = await makePng({ width: randomInt(20, 900), height: randomInt(20, 600) });
  const response = await fetch(`${address}/api/admin/media?name=crash.png`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    body: new Uint8Array(file),
  });
  if (!response.ok) throw new Error(`A picture was rejected: ${response.status}`);
  const { picture } = (await response.json()) as { picture: { address: string } };
  pictures.add(picture.address);
}

/** The confirmed pictures, and posts with `part` in their slugs, that are lost or changed. */
async function missing(
  { address }: ProductionSite,
  editor: Editor,
  { posts, pictures }: Confirmed,
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

/** What the database's own integrity checks find. */
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
      ...orphans.map((row) => `a row violates a foreign key: ${JSON.stringify(row)}`),
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
    // It throws where an index does not match its table.
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
