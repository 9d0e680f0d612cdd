import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SiteStorage } from '../src/app/backup/database-copy.ts';
import { connect } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { makeFolder } from '../test/make-folder.ts';
import { runScripts, type ScriptCall } from '../test/run-script.ts';
import { describeEachStorage } from '../test/storages.ts';

describeEachStorage('npm run backup and npm run restore', (makeStorage, engine) => {
  it('say what they hold, and refuse in one line', async () => {
    const [origin, place] = [await makeStorage(), await makeStorage()];
    const db = connect(origin);
    await migrate(db);
    await db.close();
    const folder = makeFolder();
    const file = join(folder, 'site.tar.zst');
    const call = (name: string, { dataDir, databaseUrl = '' }: SiteStorage): ScriptCall => {
      return { line: [name, file], settings: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } };
    };
    const [made, restored, occupied, taken] = await runScripts('', [
      call('backup.ts', origin),
      call('restore.ts', place),
      call('restore.ts', place),
      call('backup.ts', origin),
    ]);
    const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    expect(made).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        new RegExp(`^${file}: 0 posts and 0 pictures, ${name} at \\d{3}-[a-z-]+, 0\\.\\d MB\\n$`),
      ),
    });
    expect(restored).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Restored 0 posts and 0 pictures, as of [\d-]+ [\d:]+ UTC\n$/),
    });
    expect(occupied).toEqual({
      code: 1,
      err: expect.stringMatching(/^[^\n]+. Restore into an empty [^\n]+\n$/),
      out: '',
    });
    expect(taken).toEqual({
      code: 1,
      err: `${file} already exists. Choose another name\n`,
      out: '',
    });
    expect(readdirSync(folder)).toEqual(['site.tar.zst']);
  });
});
