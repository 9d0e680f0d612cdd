import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { runScripts } from '../test/run-script.ts';
import { makeSqliteSite } from '../test/storages.ts';

it('npm run backup and npm run restore say what they hold, and refuse in one line', async () => {
  const folder = makeFolder();
  const [origin, place] = [makeSqliteSite(), makeFolder()];
  const file = join(folder, 'site.tar.zst');
  const call = (name: string, DATA_DIR: string, ...args: string[]) => ({
    line: [name, ...args] as const,
    settings: { DATA_DIR },
  });
  const [made, restored, occupied, taken, nowhere, unnamed] = await runScripts('', [
    call('backup.ts', origin, file),
    call('restore.ts', place, file),
    call('restore.ts', place, file),
    call('backup.ts', origin, file),
    call('backup.ts', origin, join(folder, 'no', 'site.tar.zst')),
    call('backup.ts', origin),
  ]);
  const said = (out: string) => ({ code: 0, err: '', out });
  expect(made).toEqual(said(`${file}: 0 posts, 0 pictures and files\n`));
  const moment = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
  const line = new RegExp(`^Restored 0 posts, 0 pictures and files, as of ${moment}\n$`);
  expect(restored).toEqual({ code: 0, err: '', out: expect.stringMatching(line) });
  const refused = (err: string) => ({ code: 1, err: `${err}\n`, out: '' });
  expect(occupied).toEqual(refused('DATA_DIR: there is a database. Restore into an empty place'));
  expect(taken).toEqual(refused(`${file} already exists. Choose another name`));
  const missing = `${join(folder, 'no', 'site.tar.zst.partial')}: there is no such file or folder`;
  expect(nowhere).toEqual(refused(`${missing} (ENOENT)`));
  expect(unnamed).toEqual(refused('Usage: npm run backup -- FILE'));
  expect(readdirSync(folder)).toEqual(['site.tar.zst']);
});
