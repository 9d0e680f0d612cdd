import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unzip } from '../test/export-site.ts';
import { makeFolder } from '../test/make-folder.ts';
import { runScript } from '../test/run-script.ts';

const MANIFEST = /SHA-256 of the manifest: ([0-9a-f]{64})/;

describe('npm run export', () => {
  it('writes a file of which an import makes the same site', async () => {
    const [dataDir, other, folder] = [makeFolder(), makeFolder(), makeFolder()];
    const posts = makeFolder({ 'a.md': '---\ntitle: A\n---\nText', 'b.md': 'Text' });
    await runScript('import.ts', dataDir, [posts]);
    const file = join(folder, 'site.zip');
    const exported = await runScript('export.ts', dataDir, [file]);
    expect([exported.code, exported.err]).toEqual([0, '']);
    expect(exported.out).toContain(`${file}: 2 posts, 0 pictures, 0 attachments in `);
    expect(readdirSync(folder)).toEqual(['site.zip']);
    expect(Object.keys(await unzip(file))).toContain('posts/a.md');

    const imported = await runScript('import.ts', other, [file]);
    expect([imported.code, imported.err]).toEqual([0, '']);
    const again = await runScript('export.ts', other, [join(folder, 'again.zip')]);
    expect(MANIFEST.exec(again.out)?.[1]).toBe(MANIFEST.exec(exported.out)?.[1]);
  });

  it('writes over no file, and leaves nothing where it fails', async () => {
    const [dataDir, folder] = [makeFolder(), makeFolder()];
    const file = join(folder, 'site.zip');
    writeFileSync(file, 'mine');
    const taken = await runScript('export.ts', dataDir, [file]);
    expect([taken.code, taken.out, taken.err]).toEqual([
      1,
      '',
      `${file} exists: choose another name\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const nowhere = join(folder, 'no', 'site.zip');
    const failed = await runScript('export.ts', dataDir, [nowhere]);
    expect([failed.code, failed.out]).toEqual([1, '']);
    expect(failed.err).toBe(`${nowhere}: there is no such file or folder (ENOENT)\n`);
    expect(existsSync(join(folder, 'no'))).toBe(false);
    expect((await runScript('export.ts', dataDir, [])).err).toBe(
      'Usage: npm run export -- FILE.zip\n',
    );
  });
});
