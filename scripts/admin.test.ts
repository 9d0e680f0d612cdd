import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { openSite } from '../src/app/boot.ts';
import { postInputSchema } from '../src/posts/post-input.ts';
import { parseConfig } from '../src/server/config.ts';
import { connectSqlite } from '../src/server/db/connect.ts';
import { appliedMigrations, migrate } from '../src/server/db/migrate.ts';
import { makeFolder } from '../test/make-folder.ts';
import { type Ran, runScripts, transcriptOf } from '../test/run-script.ts';
import { createPost } from '../test/save-posts.ts';
import { makeSmallDisk } from '../test/small-disk.ts';
import { makeSqliteSite } from '../test/storages.ts';
import { unwrap } from '../test/unwrap.ts';

/** Nothing was done, and one line says why. */
function expectRefused(refused: Ran | undefined, reason: string): void {
  expect(refused, reason).toMatchObject({ code: 1, out: '' });
  expect(refused?.err).toContain(reason);
  expect(refused?.err.trim()).not.toContain('\n');
}

it('npm run admin adds, lists, changes, erases and removes people, shows a password once, and says in one line what it refuses', async () => {
  const dataDir = makeSqliteSite();
  // Anybody can read this folder.
  chmodSync(dataDir, 0o755);
  const lines = [
    'add First@site.test',
    'password first@site.test',
    'add second@site.test --writer',
    'list',
    'role first@site.test --writer',
    'forget First@site.test --export',
    'forget first@site.test',
    'forget reader@site.test',
    'role second@site.test --administrator',
    'remove first@site.test',
    'remove second@site.test',
    'role second@site.test',
    'add someone',
  ];
  const calls = lines.map((line) => ({ line: ['admin.ts', ...line.split(' ')] as [string] }));
  await expect(await transcriptOf(dataDir, calls)).toMatchFileSnapshot('admin.txt');
  const files = readdirSync(dataDir);
  expect(files).toContain('ligara.sqlite');
  for (const file of files) {
    expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0]);
  }
}, 120_000);

it('commands refuse in one line where there is no site, one of another user or of an older version, and write nothing', async () => {
  const [older, foreign] = [makeFolder(), makeSqliteSite()];
  const db = connectSqlite(join(older, 'ligara.sqlite'));
  await migrate(db, '039-ligara-ai');
  await db.close();
  const mistyped = join(makeFolder(), 'dtaa');
  const names = ['admin.ts list', 'check-posts.ts', 'backup.ts x.tar.zst'];
  const calls = (DATA_DIR: string, lines = names) =>
    lines.map((line) => ({ line: line.split(' ') as [string], settings: { DATA_DIR } }));
  const ran = await runScripts('', [...calls(mistyped), ...calls(older, names.slice(0, 2))]);
  for (const refused of ran.slice(0, 3)) expectRefused(refused, 'DATA_DIR: there is no site in');
  for (const refused of ran.slice(3)) expectRefused(refused, 'of an older version');
  expect(existsSync(mistyped)).toBe(false);
  const after = connectSqlite(join(older, 'ligara.sqlite'));
  expect((await appliedMigrations(after)).at(-1)).toBe('039-ligara-ai');
  await after.close();
  // Only root may give a folder away.
  if (process.getuid?.() !== 0) return;
  chownSync(foreign, 65_534, 65_534);
  const before = readdirSync(foreign);
  for (const refused of await runScripts('', calls(foreign))) {
    expectRefused(refused, 'belongs to another user (uid 65534)');
  }
  expect(readdirSync(foreign)).toEqual(before);
}, 60_000);

it('npm run check-posts exits with 1 when a post has findings', async () => {
  const dataDir = makeSqliteSite();
  const site = await openSite(parseConfig({ DATA_DIR: dataDir }));
  const [clean] = await runScripts(dataDir, [{ line: ['check-posts.ts'] }]);
  expect(clean).toMatchObject({ code: 0, out: expect.stringContaining('0 posts') });
  const post = { title: 'A', slug: 'a', content: 'TODO: more' };
  unwrap(await createPost(site.site, postInputSchema.parse(post)));
  await site.close();
  const [found] = await runScripts(dataDir, [{ line: ['check-posts.ts'] }]);
  expect(found).toMatchObject({ code: 1, out: expect.stringMatching(/^a:1: /) });
}, 60_000);

it('commands that meet a full disk say so in one line', async (test) => {
  const disk = makeSmallDisk(test);
  copyFileSync(inject('sqliteTemplate'), join(disk.folder, 'ligara.sqlite'));
  disk.fill();
  const refused = await runScripts(disk.folder, [
    { line: ['admin.ts', 'add', 'a@site.test'] },
    { line: ['export.ts', join(makeFolder(), 'x.zip')] },
  ]);
  for (const each of refused) expectRefused(each, 'disk is full');
}, 60_000);
