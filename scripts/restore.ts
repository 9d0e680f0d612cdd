import { restoreBackup } from '../src/app/backup/restore-backup.ts';
import { readConfig } from '../src/server/config.ts';
import { describeContent, runWithFile } from './backup-program.ts';

/**
 * `npm run restore -- FILE` restores a backup into a `DATA_DIR` without a database, or into an empty
 * PostgreSQL database. Exits with 1 when nothing was restored.
 */

await runWithFile('npm run restore -- FILE', async (file, signal) => {
  const restored = await restoreBackup(readConfig(), file, signal);
  const { missing, madeAt } = restored;
  const moment = madeAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  console.log(`Restored ${describeContent(restored)}, as of ${moment}`);
  if (missing.length > 0) {
    console.error(`Pictures whose files were missing when it was made: ${missing.join(', ')}`);
  }
});
