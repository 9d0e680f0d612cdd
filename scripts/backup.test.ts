import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { transcriptOf } from '../test/run-script.ts';
import { makeSqliteSite } from '../test/storages.ts';

it('npm run backup and npm run restore say what they hold, and refuse in one line', async () => {
  const [folder, origin, place] = [makeFolder(), makeSqliteSite(), makeFolder()];
  const file = join(folder, 'site.tar.zst');
  const calls = (
    [
      [['backup.ts', file], origin],
      [['restore.ts', file], place],
      [['restore.ts', file], place],
      [['backup.ts', file], origin],
      [['backup.ts', join(folder, 'no', 'site.tar.zst')], origin],
      [['backup.ts'], origin],
    ] as const
  ).map(([line, DATA_DIR]) => ({ line, settings: { DATA_DIR } }));
  const names = { [folder]: 'FOLDER' };
  await expect(await transcriptOf('', calls, names)).toMatchFileSnapshot('backup.txt');
  expect(readdirSync(folder)).toEqual(['site.tar.zst']);
});
