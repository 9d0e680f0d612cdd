import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { type Ran, runScripts } from '../test/run-script.ts';

/** Nothing was done, and one line says why. */
function expectRefused(refused: Ran | undefined, reason: string): void {
  expect(refused, reason).toMatchObject({ code: 1, out: '' });
  expect(refused?.err).toContain(reason);
  expect(refused?.err.trim()).not.toContain('\n');
}

it('npm run admin adds, lists, changes, erases and removes people, shows a password once, and says in one line what it refuses', async () => {
  const dataDir = makeFolder();
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
  const ran = await runScripts(
    dataDir,
    lines.map((line) => ({ line: ['admin.ts', ...line.split(' ')] })),
  );
  const after = Object.fromEntries(lines.map((line, index) => [line, ran[index]]));
  const [added, reset, , listed] = ran;
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added?.out).toMatch(/e-mail +first@site\.test\n +password +\S{20,}\n$/);
  expect(reset?.out).toMatch(/password +\S{20,}\n$/);
  expect(reset?.out).not.toBe(added?.out);
  expect(listed?.out).toMatch(
    /^first@site\.test {2}administrator since .*\nsecond@site\.test {2}writer since .*\n$/,
  );
  expectRefused(after['role first@site.test --writer'], 'last administrator');
  const shown = after['forget First@site.test --export'];
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(shown?.out ?? '')).toMatchObject({
    email: 'first@site.test',
    inquiries: [],
    audit: expect.arrayContaining([expect.objectContaining({ action: 'administrator-added' })]),
  });
  expectRefused(after['forget first@site.test'], 'can still sign in');
  expect(after['forget reader@site.test']?.out).toMatch(
    /^Erased the data about reader@site\.test:\n {2}0 {2}inquiries\n/,
  );
  expect(after['role second@site.test --administrator']?.out).toBe(
    'second@site.test is an administrator now.\n',
  );
  expect(after['remove first@site.test']).toMatchObject({ code: 0 });
  expectRefused(after['remove second@site.test'], 'last');
  expectRefused(after['role second@site.test'], 'Usage: npm');
  expectRefused(after['add someone'], 'is not an email address');
  const files = readdirSync(dataDir);
  expect(files).toContain('ligara.sqlite');
  for (const file of files) {
    expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0]);
  }
}, 120_000);
