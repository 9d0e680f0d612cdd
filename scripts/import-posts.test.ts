import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runScript } from '../test/run-script.ts';

function makeFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-import-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

async function importPosts(dataDir: string, ...args: string[]) {
  const { code, err, out } = await runScript('import-posts.ts', dataDir, args);
  return { code, err, out: out.replace(/ in [\d.]+ s:/, ':') };
}

describe('npm run import-posts', () => {
  it('says what became of every file, and passes over what it has already', async () => {
    const dataDir = makeFolder();
    const folder = makeFolder({ 'one.md': '---\ntitle: One\n---\nText', 'two.md': 'Text' });
    expect(await importPosts(dataDir, folder)).toEqual({
      code: 0,
      err: '',
      out: '2 files: 2 imported, 0 skipped, 0 failed\n',
    });
    expect(await importPosts(dataDir, folder)).toEqual({
      code: 0,
      err: '',
      out: '2 files: 0 imported, 2 skipped, 0 failed\n  skipped 2: there is a post at its address already\n',
    });
  });

  it('names what failed and why, imports the rest, and ends with 1', async () => {
    const folder = makeFolder({ 'bad.md': '---\ntitle: [\n---\nText', 'good.md': 'Text' });
    const { code, out } = await importPosts(makeFolder(), folder);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^2 files: 1 imported, 0 skipped, 1 failed\n {2}failed bad\.md: .*YAML.*\n$/,
    );
  });

  it('refuses a folder that is not there, and more or less than one, with one line', async () => {
    const file = join(makeFolder({ 'a.md': 'Text' }), 'a.md');
    const refused = await Promise.all([
      importPosts(makeFolder(), join(file, 'nowhere')),
      importPosts(makeFolder(), file),
      importPosts(makeFolder()),
      importPosts(makeFolder(), 'a', 'b'),
    ]);
    for (const { code, err, out } of refused) {
      expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1]);
    }
  });
});
