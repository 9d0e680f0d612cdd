import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectSqlite } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { unzip } from '../test/export-site.ts';
import { makeFolder } from '../test/make-folder.ts';
import { runScripts } from '../test/run-script.ts';

it('npm run export writes a file of the whole site that only its owner can read, writes over none, and leaves nothing where it fails', async () => {
  const [dataDir, folder] = [makeFolder(), makeFolder()];
  const db = connectSqlite(join(dataDir, 'ligara.sqlite'));
  await migrate(db);
  await db.close();
  const posts = makeFolder({ 'a.md': '---\ntitle: A\n---\nText', 'b.md': 'Text' });
  const [empty, file, taken] = ['empty.zip', 'site.zip', 'taken.zip'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const nowhere = join(folder, 'no', 'site.zip');
  writeFileSync(taken, 'Mine');
  const [first, imported, exported, occupied, failed, unnamed] = await runScripts(dataDir, [
    { line: ['export.ts', empty] },
    { line: ['import.ts', posts] },
    { line: ['export.ts', file] },
    { line: ['export.ts', taken] },
    { line: ['export.ts', nowhere] },
    { line: ['export.ts'] },
  ]);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(imported?.code).toBe(0);
  expect(exported).toMatchObject({ code: 0, err: '' });
  expect(exported?.out).toContain(`${file}: 2 posts, 0 pictures, 0 attachments, `);
  expect(readdirSync(folder)).toEqual(['empty.zip', 'site.zip', 'taken.zip']);
  expect(Object.keys(await unzip(file))).toContain('posts/a.md');
  for (const path of [empty, file]) {
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  }
  const inWords = (err: string) => ({ code: 1, out: '', err: `${err}\n` });
  expect(occupied).toEqual(inWords(`${taken} already exists. Choose another name`));
  expect(readFileSync(taken, 'utf8')).toBe('Mine');
  expect(failed).toEqual(inWords(`ENOENT: no such file or directory, open '${nowhere}.partial'`));
  expect(existsSync(join(folder, 'no'))).toBe(false);
  expect(unnamed).toEqual(inWords('Usage: npm run export -- FILE.zip'));
}, 120_000);
