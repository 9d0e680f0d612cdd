import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeBackup } from '../src/app/backup/make-backup.ts';
import { readConfig } from '../src/server/config.ts';
import { describeContent, runWithFile } from './backup-program.ts';

/**
 * `npm run backup -- FILE` writes a consistent snapshot of the database and all pictures into one new
 * file, while the site runs. Exits with 1 when no backup was written.
 */

await runWithFile('npm run backup -- FILE (for example ligara.tar.zst)', async (path, signal) => {
  const config = readConfig();
  const file = resolve(path);
  const backup = await makeBackup(config, file, { signal });
  const engine = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
  const schema = `${engine} at ${backup.migrations.at(-1)}`;
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  console.log(`${file}: ${describeContent(backup)}, ${schema}, ${megabytes} MB`);
  const missing = backup.missing.join(', ');
  if (missing !== '') {
    console.error(`Pictures in the database whose files are missing: ${missing}`);
  }
});
