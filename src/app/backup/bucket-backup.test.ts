import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { makeSqliteStorage } from '../../../test/storages.ts';
import { hashOfFolder, openWrittenSite } from '../../../test/written-site.ts';
import { createS3PictureStore } from '../../media/storage/s3-picture-store.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const { signal } = new AbortController();

it('pictures and attachments go from a folder into a bucket and back, with each of their files', async () => {
  const origin = await makeSqliteStorage();
  const site = await openWrittenSite(origin);
  await site.reach(7);
  const folder = makeFolder();
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const made = await makeBackup(origin, first, { signal });
  expect(made).toMatchObject({ pictures: 2, attachments: 1 });

  const { bucket } = await startObjectStore();
  const apart = { ...(await makeSqliteStorage()), s3: bucket };
  expect(await restoreBackup(apart, first, signal)).toMatchObject({
    pictures: made.pictures,
    attachments: made.attachments,
  });
  expect(readdirSync(apart.dataDir)).toEqual(['ligara.sqlite']);
  const ids = (await createS3PictureStore(bucket).ids()).sort();
  expect(ids).toHaveLength(made.pictures + made.attachments);

  const again = await makeBackup(apart, second, { signal });
  expect(again).toMatchObject({ pictures: made.pictures, missing: [] });
  const back = await makeSqliteStorage();
  await restoreBackup(back, second, signal);
  const media = join(back.dataDir, 'media');
  expect(readdirSync(media).sort()).toEqual(ids);
  for (const id of ids) expect(hashOfFolder(join(media, id))).toBe(site.pictures.get(id));
});

it('a restore overwrites no pictures in a bucket, and says so in one line', async () => {
  const origin = await makeSqliteStorage();
  await (await openWrittenSite(origin)).reach(3);
  const file = join(makeFolder(), 'site');
  await makeBackup(origin, file, { signal });
  const { bucket, stop } = await startObjectStore();
  const files = createS3PictureStore(bucket);
  const other = 'f'.repeat(32);
  await files.put(other, new Map([['20x10.png', Buffer.from('x')]]));
  const place = { ...(await makeSqliteStorage()), s3: bucket };
  await expect(restoreBackup(place, file, signal)).rejects.toThrow(
    /^S3_URL: there are pictures. Restore into an empty bucket or folder$/,
  );
  expect(await files.ids()).toEqual([other]);
  await stop();
  await expect(restoreBackup(place, file, signal)).rejects.toThrow(
    /^Picture storage: Pictures cannot be stored or read \(\w+\)$/,
  );
  expect(readdirSync(place.dataDir)).toEqual([]);
});
