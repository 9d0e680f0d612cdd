import { makeBackup } from '../src/app/backup/make-backup.ts';
import { openSiteDatabase, runWithFile } from '../src/app/command.ts';
import { openPictureStore } from '../src/media/storage/disk-picture-store.ts';

/** `npm run backup -- FILE` writes the whole site into one new file, while it runs. Exits with 1 when it wrote none. */

await runWithFile('backup', async (file, config, signal) => {
  const db = await openSiteDatabase(config);
  const site = { db, files: await openPictureStore(config) };
  const { posts, media, missing } = await makeBackup(site, file, signal).finally(db.close);
  console.log(`${file}: ${posts} posts, ${media} pictures and files`);
  if (missing.length > 0) console.error(`Lost pictures and files: ${missing.join(', ')}`);
});
