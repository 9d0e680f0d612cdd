import { restoreBackup } from '../src/app/backup/restore-backup.ts';
import { runWithFile } from '../src/app/command.ts';

/** `npm run restore -- FILE` restores a backup where the settings name no site yet. Exits with 1 when it restored none. */

await runWithFile('restore', async (file, config, signal) => {
  const { posts, media, madeAt } = await restoreBackup(config, file, signal);
  console.log(`Restored ${posts} posts, ${media} pictures and files, as of ${madeAt}`);
});
