import { describeContent } from '../src/app/backup/describe-content.ts';
import { type MadeBackup, makeBackup } from '../src/app/backup/make-backup.ts';
import { readConfig } from '../src/server/config.ts';
import { runInterruptibly } from './backup-program.ts';

/**
 * `npm run backup -- FILE` writes a consistent snapshot of the database and all pictures into one new
 * file, while the site runs. Exits with 1 when no backup was written.
 */

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Usage: npm run backup -- FILE (for example ligara.tar.zst)');
  process.exitCode = 1;
} else {
  await runInterruptibly(async (signal) => {
    const options = { now: () => new Date(), signal };
    report(await makeBackup(readConfig(), file, options));
  });
}

function report(backup: MadeBackup) {
  const { file: made, engine, migrations, missing, size } = backup;
  const content = describeContent(backup);
  const schema = `${ENGINES[engine]} at ${migrations.at(-1)}`;
  console.log(`${made}: ${content}, ${schema}, ${(size / 1e6).toFixed(1)} MB`);
  if (missing.length > 0) {
    console.error(`Pictures that the database names and that have no files: ${missing.join(', ')}`);
  }
}
