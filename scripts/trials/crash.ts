import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import SQLite from 'better-sqlite3';
import sharp from 'sharp';
import { makePng } from '../../test/pictures.ts';
import { type PostgresServer, requirePostgres } from '../../test/postgres-server.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Call, signIn, uploadPicture } from '../harness/editor.ts';

const ENGINES = ['sqlite', 'postgres'];
const CLIENTS = 4;
/** The process is killed within this time after its first response. */
const MAX_LIFETIME_MS = 1500;

type Confirmed = { posts: Map<string, string>; pictures: Set<string> };

/**
 * Four clients send posts and pictures until the site is killed at a random moment; PostgreSQL shuts
 * down as in a power cut at the same time. Both restart on the same data: every confirmed write must be
 * there.
 */
export async function tryCrash(args: string[]): Promise<boolean> {
  const rounds = { type: 'string', default: '50' } as const;
  const { values } = parseArgs({ args, options: { rounds, engine: { type: 'string' } } });
  const faults: string[] = [];
  for (const engine of values.engine === undefined ? ENGINES : [values.engine]) {
    faults.push(...(await crashOften(engine, Number(values.rounds))));
  }
  for (const fault of faults) console.error(`  ${fault}`);
  return faults.length === 0;
}

async function crashOften(engine: string, rounds: number): Promise<string[]> {
  const postgres = engine === 'postgres' ? await requirePostgres('durable') : undefined;
  const url = (await postgres?.createDatabase()) ?? '';
  const settings = { SEED_CONTENT: 'off', LOG_LEVEL: 'fatal' };
  const site = await startProductionSite({ ...settings, DATABASE_URL: url });
  try {
    const { call } = await signIn(site);
    const confirmed: Confirmed = { posts: new Map(), pictures: new Set() };
    const faults: string[] = [];
    let cutOff = 0;
    for (let round = 1; round <= rounds; round++) {
      cutOff += await crashOnce(site, call, postgres, round, confirmed);
      faults.push(...(await findLost(site, call, confirmed, `-${round}-`)));
      if (url === '') faults.push(...damageOfSqlite(site.dataDir));
    }
    faults.push(...(await findLost(site, call, confirmed, '')));
    console.log(
      `${engine}: ${rounds} crashes, ${confirmed.posts.size} posts and ${confirmed.pictures.size} pictures confirmed, ` +
        `${cutOff} requests cut off, ${faults.length} lost or damaged`,
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
  call: Call,
  postgres: PostgresServer | undefined,
  round: number,
  { posts, pictures }: Confirmed,
): Promise<number> {
  let isRunning = true;
  let cutOff = 0;
  const first = Promise.withResolvers<void>();
  const sendPost = async (slug: string) => {
    const content = `Of ${slug}.\n\n${'Words that must not be lost. '.repeat(randomInt(1, 1000))}`;
    await call('POST', '/api/admin/blog/posts', { title: slug, slug, content });
    posts.set(slug, content);
  };
  const sendPicture = async () => {
    const file = await makePng({ width: randomInt(20, 900), height: randomInt(20, 600) });
    pictures.add(await uploadPicture(call, file));
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let number = 1; isRunning; number++) {
      try {
        if (client === 0 && number % 3 === 0) await sendPicture();
        else await sendPost(`crash-${round}-${client}-${number}`);
        first.resolve();
      } catch (error) {
        // A save that a busy machine refuses counts as cut off.
        if (isRunning && !String(error).includes(': 503 ')) throw error;
        cutOff++;
      }
    }
  });
  const sending = Promise.all(clients);
  await Promise.race([first.promise.then(() => sleep(randomInt(MAX_LIFETIME_MS))), sending]);
  isRunning = false;
  await Promise.all([site.crash(), postgres?.crash()]);
  await sending;
  await postgres?.startAgain();
  await site.startAgain();
  return cutOff;
}

async function findLost(
  { address }: ProductionSite,
  call: Call,
  { posts, pictures }: Confirmed,
  part: string,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [slug, content] of [...posts].filter(([slug]) => slug.includes(part))) {
    const path = `/api/blog/posts/${slug}`;
    const post = await call<{ content: string }>('GET', path).catch((error: Error) => error);
    if (post instanceof Error) faults.push(`${slug} is lost: ${post.message}`);
    else if (post.content !== content) faults.push(`${slug} is not as it was sent`);
  }
  for (const path of pictures) {
    const response = await fetch(address + path);
    const read = sharp(await response.arrayBuffer()).stats();
    await read.catch(() => faults.push(`${path} is lost or damaged: ${response.status}`));
  }
  return faults;
}

function damageOfSqlite(dataDir: string): string[] {
  const db = new SQLite(join(dataDir, 'ligara.sqlite'), { readonly: true });
  const found = db.pragma('integrity_check') as { integrity_check: string }[];
  const orphans = db.pragma('foreign_key_check') as unknown[];
  db.close();
  const lines = found.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  return [
    ...lines,
    ...orphans.map((row) => `a row violates a foreign key: ${JSON.stringify(row)}`),
  ];
}
