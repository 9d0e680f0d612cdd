import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScript } from '../test/run-script.ts';

type Ran = Awaited<ReturnType<typeof runScript>>;

function makeAdmin() {
  const dataDir = makeFolder();
  return (...args: string[]) => runScript('admin.ts', dataDir, args);
}

/** Nothing was done, and one line says why. */
function expectRefused(refused: Ran, reason: string): void {
  expect(refused, reason).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(reason);
  expect(refused.err.trim()).not.toContain('\n');
}

describe('npm run admin', () => {
  it('adds, lists and removes administrators, and shows a password once', async () => {
    const admin = makeAdmin();
    const added = await admin('add', 'First@site.test');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(/e-mail +first@site\.test\n +password +\S{20,}\n$/);
    const reset = await admin('password', 'first@site.test');
    expect(reset.out).toMatch(/password +\S{20,}\n$/);
    expect(reset.out).not.toBe(added.out);
    await admin('add', 'second@site.test', '--writer');
    const { out } = await admin('list');
    expect(out).toMatch(
      /^first@site\.test {2}administrator since .*\nsecond@site\.test {2}writer since .*\n$/,
    );
    expectRefused(await admin('role', 'first@site.test', '--writer'), 'last administrator');
    expect((await admin('role', 'second@site.test', '--administrator')).out).toBe(
      'second@site.test is an administrator now.\n',
    );
    expect(await admin('remove', 'first@site.test')).toMatchObject({ code: 0 });
    expectRefused(await admin('remove', 'second@site.test'), 'last');
  });

  it('shows what is kept about a person, and erases it', async () => {
    const admin = makeAdmin();
    await admin('add', 'only@site.test');
    const shown = await admin('forget', 'Only@site.test', '--export');
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(shown.out)).toMatchObject({
      email: 'only@site.test',
      inquiries: [],
      audit: [{ action: 'administrator-added' }],
    });
    expectRefused(await admin('forget', 'only@site.test'), 'can still sign in');
    const erased = await admin('forget', 'reader@site.test');
    expect(erased.out).toMatch(/^Erased the data about reader@site\.test:\n {2}0 {2}inquiries\n/);
  });

  it('says in one line that it does not know such arguments', async () => {
    const admin = makeAdmin();
    expectRefused(await admin('role', 'only@site.test'), 'Usage: npm');
    expectRefused(await admin('add', 'someone'), 'is not an email address');
  });
});

it.each([
  ['admin.ts', ['list']],
  ['export.ts', ['export.zip']],
])(
  '%s writes files that only their owner can read, also in a folder that anybody can read',
  async (script, args) => {
    const folder = makeFolder();
    chmodSync(folder, 0o755);
    const paths = args.map((arg) => (arg.includes('.') ? join(folder, arg) : arg));
    expect(await runScript(script, folder, paths)).toMatchObject({ code: 0 });
    const files = readdirSync(folder);
    expect(files).toContain('ligara.sqlite');
    for (const file of files) {
      expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0]);
    }
  },
);
