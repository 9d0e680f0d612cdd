import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unzip } from '../test/export-site.ts';
import { makeFolder } from '../test/make-folder.ts';
import { runScript } from '../test/run-script.ts';

it('npm run export writes a file of the whole site, writes over none, and leaves nothing where it fails', async () => {
  const [dataDir, folder] = [makeFolder(), makeFolder()];
  const posts = makeFolder({ 'a.md': '---\ntitle: A\n---\nText', 'b.md': 'Text' });
  await runScript('import.ts', dataDir, [posts]);
  const file = join(folder, 'site.zip');
  const exported = await runScript('export.ts', dataDir, [file]);
  expect([exported.code, exported.err]).toEqual([0, '']);
  expect(exported.out).toContain(`${file}: 2 posts, 0 pictures, 0 attachments in `);
  expect(exported.out).toMatch(/SHA-256 of the manifest: [0-9a-f]{64}/);
  expect(readdirSync(folder)).toEqual(['site.zip']);
  expect(Object.keys(await unzip(file))).toContain('posts/a.md');

  const written = readFileSync(file);
  const taken = await runScript('export.ts', dataDir, [file]);
  expect([taken.code, taken.out, taken.err]).toEqual([
    1,
    '',
    `${file} already exists. Choose another name\n`,
  ]);
  expect(readFileSync(file).equals(written)).toBe(true);
  const nowhere = join(folder, 'no', 'site.zip');
  const failed = await runScript('export.ts', dataDir, [nowhere]);
  expect([failed.code, failed.out]).toEqual([1, '']);
  expect(failed.err).toBe(`${nowhere}: there is no such file or folder (ENOENT)\n`);
  expect(existsSync(join(folder, 'no'))).toBe(false);
  expect((await runScript('export.ts', dataDir, [])).err).toBe(
    'Usage: npm run export -- FILE.zip\n',
  );
}, 120_000);
