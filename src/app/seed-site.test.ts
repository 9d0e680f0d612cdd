import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachStorage } from '../../test/storages.ts';
import { connect } from '../server/db/connect.ts';
import type { SiteStorage } from './backup/database-copy.ts';

const PROGRAM = `
  import { openSite, run, seedSite } from './src/app/boot.ts';
  import { readConfig } from './src/server/config.ts';
  await run(async () => {
    const config = readConfig();
    const site = await openSite(config);
    await seedSite(site, config);
    await site.close();
  });`;

type Start = { program: ChildProcess; output: () => string; ended: Promise<unknown> };

/** Does what every start does before it serves, in a process of its own. */
function start({ dataDir, databaseUrl = '' }: SiteStorage): Start {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes;
    });
  }
  return { program, output: () => output, ended: once(program, 'close') };
}

async function contentOf(place: SiteStorage): Promise<{ posts: number; administrators: number }> {
  const { query, close } = connect(place);
  try {
    const posts = await query.selectFrom('posts').select('id').execute();
    const administrators = await query.selectFrom('administrators').select('id').execute();
    return { posts: posts.length, administrators: administrators.length };
  } finally {
    await close();
  }
}

const WHOLE = { posts: 6, administrators: 1 };

describeEachStorage('a first start', (makeStorage, engine) => {
  // One SQLite file has one serving process.
  if (engine === 'postgres')
    it('of two processes at once succeeds in both, and shows one password', async () => {
      const place = await makeStorage();
      const both = [start(place), start(place)];
      await Promise.all(both.map(({ ended }) => ended));
      const output = both.map((each) => each.output()).join('');
      expect(output.match(/^ {2}password {2}\S+$/gm)).toHaveLength(1);
      expect(both.map(({ program }) => program.exitCode)).toEqual([0, 0]);
      expect(await contentOf(place)).toEqual(WHOLE);
    }, 60_000);

  // src/site/seed.test.ts has one that fails just before it is committed, on both engines.
  if (engine === 'sqlite')
    it('that is killed leaves nothing that keeps the next one from being whole', async () => {
      const place = await makeStorage();
      const killed = start(place);
      while (!existsSync(join(place.dataDir, 'ligara.sqlite'))) await sleep(10);
      await sleep(100);
      killed.program.kill('SIGKILL');
      await killed.ended;
      const next = start(place);
      await next.ended;
      expect([next.program.exitCode, next.output().includes('Error')]).toEqual([0, false]);
      expect(await contentOf(place)).toEqual(WHOLE);
    }, 60_000);
});
