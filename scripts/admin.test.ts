import { describe, expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScript } from '../test/run-script.ts';

function makeAdmin() {
  const dataDir = makeFolder();
  return (...args: string[]) => runScript('admin.ts', dataDir, args);
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
    expect((await admin('role', 'first@site.test', '--writer')).err).toContain(
      'last administrator',
    );
    expect((await admin('role', 'second@site.test', '--administrator')).out).toBe(
      'second@site.test is an administrator now.\n',
    );
    expect(await admin('remove', 'first@site.test')).toMatchObject({ code: 0 });
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
    const refused = await admin('forget', 'only@site.test');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('can still sign in');
    const erased = await admin('forget', 'reader@site.test');
    expect(erased.out).toMatch(
      /^Erased what was kept about reader@site\.test:\n {2}0 {2}inquiries\n/,
    );
  });

  it('says in one line why nothing was done', async () => {
    const admin = makeAdmin();
    await admin('add', 'only@site.test');
    const refusals = {
      'Usage:': [],
      'is not an e-mail address': ['add', 'someone'],
      already: ['add', 'only@site.test'],
      'no administrator': ['password', 'nobody@site.test'],
      last: ['remove', 'only@site.test'],
      'Usage: npm': ['role', 'only@site.test'],
    };
    for (const [reason, args] of Object.entries(refusals)) {
      const refused = await admin(...args);
      expect(refused, reason).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toContain(reason);
      expect(refused.err.trim()).not.toContain('\n');
    }
  });
});
