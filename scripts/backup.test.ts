import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SiteStorage } from '../src/app/backup/database-copy.ts';
import { connect } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { makeFolder } from '../test/make-folder.ts';
import { runScript } from '../test/run-script.ts';
import { describeEachStorage } from '../test/storages.ts';

function settingsOf({ databaseUrl }: SiteStorage): Record<string, string> {
  return databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
}

function run(script: string, place: SiteStorage, ...args: string[]) {
  return runScript(script, place.dataDir, args, settingsOf(place));
}

describeEachStorage('npm run backup and npm run restore', (makeStorage, engine) => {
  it('say what they hold, and refuse in one line', async () => {
    const origin = await makeStorage();
    const db = connect(origin);
    await migrate(db);
    await db.close();
    const folder = makeFolder();
    const file = join(folder, 'site.tar.zst');
    const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    expect(await run('backup.ts', origin, file)).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        new RegExp(`^${file}: 0 posts and 0 pictures, ${name} at \\d{3}-[a-z-]+, 0\\.\\d MB\\n$`),
      ),
    });
    const place = await makeStorage();
    expect(await run('restore.ts', place, file)).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Restored 0 posts and 0 pictures, as of [\d-]+ [\d:]+ UTC\n$/),
    });
    const [occupied, taken] = await Promise.all([
      run('restore.ts', place, file),
      run('backup.ts', origin, file),
    ]);
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
