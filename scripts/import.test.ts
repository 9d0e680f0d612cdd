import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScripts, startScript, transcriptOf } from '../test/run-script.ts';
import { makeSqliteSite } from '../test/storages.ts';

/** Imports with each of these arguments, one after another. */
async function runImports(dataDir: string, ...lines: string[][]) {
  const ran = await runScripts(
    dataDir,
    lines.map((args) => ({ line: ['import.ts', ...args] })),
  );
  // Progress is on the error stream of a slow machine.
  return ran.map(({ code, out, err }) => ({
    code,
    out: out.replace(/ in [\d.]+ s:/, ':').replace(/--trash \S+/, '--trash REPORT'),
    err: err.replace(/^\d+ of \d+ items\n/gm, ''),
  }));
}

function countPosts(file: string): number {
  const db = new Sqlite(file, { readonly: true });
  try {
    return db.prepare('select count(*) from posts').pluck().get() as number;
  } catch {
    // The tables are not made yet.
    return 0;
  } finally {
    db.close();
  }
}

it('npm run import lists in a dry run what each item would be and lose, and then imports it once', async () => {
  const folder = makeFolder({
    'three.md': '---\ntitle: Three\ndate: 2012-05-08\n---\n![A](gone.png)',
    'four.md': '---\ntitle: [\n---\nText',
  });
  const dataDir = makeSqliteSite();
  const lines = [[folder, '--dry-run'], [folder, '--dry-run', '--json'], [folder], [folder]];
  const calls = lines.map((args) => ({ line: ['import.ts', ...args] as [string] }));
  const names = { [folder]: 'FOLDER', [dataDir]: 'DATA' };
  await expect(await transcriptOf(dataDir, calls, names)).toMatchFileSnapshot('import.txt');
  expect(countPosts(join(dataDir, 'ligara.sqlite'))).toBe(1);
}, 180_000);

it('npm run import that is killed in its midst is run again: no post is missing, and none is there twice; what it cannot read, and wrong arguments, are refused in words', async () => {
  const dataDir = makeSqliteSite();
  const files = Array.from({ length: 300 }, (_, number) => [`${number}.md`, `# P ${number}`]);
  const folder = makeFolder(Object.fromEntries(files));
  const file = join(dataDir, 'ligara.sqlite');
  const imported = () => countPosts(file);
  const killed = startScript('import.ts', dataDir, [folder]);
  const ended = once(killed, 'exit');
  while (imported() < 5) await sleep(20);
  killed.kill('SIGKILL');
  await ended;
  const before = imported();
  expect(before).toBeLessThan(300);
  const [again, ...refused] = await runImports(
    dataDir,
    [folder],
    [join(makeFolder(), 'nowhere')],
    ['--wrong'],
    ['a', '--site', 'old'],
  );
  expect(again?.out).toBe(
    `300 items of markdown: ${300 - before} imported, ${before} skipped, 0 failed\n  skipped ${before}: it was imported before\n  npm run import -- --trash REPORT takes it back\n`,
  );
  expect(imported()).toBe(300);
  expect(refused).toHaveLength(3);
  for (const { code, err, out } of refused) {
    expect([code, out, err.includes('    at ')]).toEqual([1, '', false]);
    expect(err).not.toBe('');
  }
}, 180_000);

it('npm run import -- --trash takes an import back; without a database nothing is made', async () => {
  const dataDir = makeSqliteSite();
  const folder = makeFolder({ 'one.md': '# One', 'two.md': '# Two' });
  await runImports(dataDir, [folder]);
  const [report = ''] = readdirSync(join(dataDir, 'imports'));
  const db = new Sqlite(join(dataDir, 'ligara.sqlite'));
  const trashed = () =>
    db.prepare('select count(*) from posts where deleted_at is not null').pluck().get();
  const [back] = await runImports(dataDir, ['--trash', join(dataDir, 'imports', report)]);
  expect(back).toMatchObject({ code: 0, out: '2 posts were moved into the trash\n', err: '' });
  expect(trashed()).toBe(2);
  db.close();
  const nowhere = join(makeFolder(), 'no-such');
  const [missing] = await runImports(nowhere, [folder]);
  expect(missing).toEqual({
    code: 1,
    out: '',
    err: `DATA_DIR: there is no site in ${nowhere}\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
}, 180_000);
