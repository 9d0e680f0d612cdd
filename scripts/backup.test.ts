import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScripts } from '../test/run-script.ts';
import { makeSqliteSite } from '../test/storages.ts';

it('npm run backup and npm run restore say what they hold, and refuse in one line', async () => {
  const [folder, origin, place] = [makeFolder(), makeSqliteSite(), makeFolder()];
  const file = join(folder, 'site.tar.zst');
  const nowhere = join(folder, 'no', 'site.tar.zst');
  const expected = [
    [['backup.ts', file], origin, `${file}: 0 posts, 0 pictures and files`],
    [['restore.ts', file], place, 'Restored 0 posts, 0 pictures and files, as of 2'],
    [['restore.ts', file], place, 'DATA_DIR: there is a database. Restore into an empty place'],
    [['backup.ts', file], origin, `${file} already exists. Choose another name`],
    [
      ['backup.ts', nowhere],
      origin,
      `ENOENT: no such file or directory, open '${nowhere}.partial'`,
    ],
    [['backup.ts'], origin, 'Usage: npm run backup -- FILE'],
  ] as const;
  const calls = expected.map(([line, DATA_DIR]) => ({ line, settings: { DATA_DIR } }));
  for (const [index, { code, out, err }] of (await runScripts('', calls)).entries()) {
    expect([code, (out + err).split('\n').length]).toEqual([index < 2 ? 0 : 1, 2]);
    expect(index < 2 ? out : err).toContain(expected[index]?.[2]);
  }
  expect(readdirSync(folder)).toEqual(['site.tar.zst']);
});
