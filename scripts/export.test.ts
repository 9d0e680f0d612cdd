import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unzip } from '../test/export-site.ts';
import { makeFolder } from '../test/make-folder.ts';
import { transcriptOf } from '../test/run-script.ts';
import { makeSqliteSite } from '../test/storages.ts';

it('npm run export writes a file of the whole site that only its owner can read, writes over none, and leaves nothing where it fails', async () => {
  const [dataDir, folder] = [makeSqliteSite(), makeFolder({ 'taken.zip': 'Mine' })];
  const posts = makeFolder({ 'a.md': '---\ntitle: A\n---\nText', 'b.md': 'Text' });
  const args = ['empty.zip', '', 'site.zip', 'taken.zip', 'no/site.zip'];
  const lines = args.map((name) =>
    name === '' ? ['import.ts', posts] : ['export.ts', join(folder, name)],
  );
  const calls = [...lines, ['export.ts']].map((line) => ({ line: line as [string] }));
  const names = { [folder]: 'FOLDER', [posts]: 'POSTS', [dataDir]: 'DATA' };
  await expect(await transcriptOf(dataDir, calls, names)).toMatchFileSnapshot('export.txt');
  expect(readdirSync(folder)).toEqual(['empty.zip', 'site.zip', 'taken.zip']);
  expect(Object.keys(await unzip(join(folder, 'site.zip')))).toContain('posts/a.md');
  for (const name of ['empty.zip', 'site.zip']) {
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  }
  expect(readFileSync(join(folder, 'taken.zip'), 'utf8')).toBe('Mine');
}, 120_000);
