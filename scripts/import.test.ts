import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScript } from '../test/run-script.ts';

async function importPath(dataDir: string, ...args: string[]) {
  const { code, err, out } = await runScript('import.ts', dataDir, args);
  const [id = ''] = /[0-9a-f-]{36}/.exec(out) ?? [];
  return { code, err, out: out.replace(/ in [\d.]+ s:/, ':').replace(id || /(?!)/, 'ID'), id };
}

describe('npm run import', () => {
  it('says what became of every item, passes over what it has already, and takes it all back', async () => {
    const dataDir = makeFolder();
    const folder = makeFolder({ 'one.md': '---\ntitle: One\n---\nText', 'two.md': 'Text' });
    const first = await importPath(dataDir, folder);
    expect(first).toEqual({
      code: 0,
      err: '',
      out: '2 items of markdown: 2 imported, 0 skipped, 0 failed\nTo undo this import: npm run import -- --take-back ID\n',
      id: expect.stringMatching(/./),
    });
    expect(await importPath(dataDir, folder)).toMatchObject({
      code: 0,
      err: '',
      out: '2 items of markdown: 0 imported, 2 skipped, 0 failed\n  skipped 2: it was imported before\n',
    });
    expect(await importPath(dataDir, '--take-back', first.id)).toMatchObject({
      code: 0,
      err: '',
      out: '2 posts moved to the trash, 0 redirects removed\n',
    });
  });

  it('lists in a dry run what each item would be and lose, as a table or as JSON, and writes nothing', async () => {
    const dataDir = makeFolder();
    const folder = makeFolder({
      'one.md': '---\ntitle: One\ndate: 2012-05-08\nweather: fine\n---\nText',
      'two.md': '---\ntitle: [\n---\nText',
    });
    const table = await importPath(dataDir, folder, '--dry-run');
    expect(table.code).toBe(1);
    expect(table.out).toContain('2 items of markdown: 1 would be imported, 0 skipped, 1 failed\n');
    expect(table.out).toContain('  one.md  2012-05-08  published  /blog/one\n');
    expect(table.out).toContain('      lost: Front matter that is not supported here: weather.\n');
    expect(table.out).toMatch(/ {2}failed two\.md: .*YAML/);
    const json = JSON.parse((await importPath(dataDir, folder, '--dry-run', '--json')).out);
    expect(json).toMatchObject({
      dryRun: true,
      system: 'markdown',
      counts: { imported: 1, skipped: 0, failed: 1 },
      items: [{ label: 'one.md', slug: 'one', notes: [{ kind: 'lost' }] }, { outcome: 'failed' }],
    });
    // Names what failed and why, imports the rest, and ends with 1.
    const { code, out } = await importPath(dataDir, folder);
    expect(code).toBe(1);
    expect(out).toMatch(/^2 items of markdown: 1 imported, 0 skipped, 1 failed\n/);
    expect(out).toMatch(/\n {2}failed two\.md: .*YAML/);
  });

  it('refuses what it cannot read, and wrong arguments, in words', async () => {
    const refused = await Promise.all([
      importPath(makeFolder(), join(makeFolder(), 'nowhere')),
      importPath(makeFolder(), '--wrong'),
      importPath(makeFolder(), 'a', '--site', 'old'),
      importPath(makeFolder(), '--take-back', 'x'),
    ]);
    for (const { code, err, out } of refused) {
      expect([code, out, err.includes('    at ')]).toEqual([1, '', false]);
      expect(err).not.toBe('');
    }
  });
});
