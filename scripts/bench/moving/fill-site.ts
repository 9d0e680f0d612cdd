import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureUrl } from '../../../src/media/picture-url.ts';
import { processPicture } from '../../../src/media/process-picture.ts';
import { createDiskPictureStore } from '../../../src/media/storage/disk-picture-store.ts';
import { readVersion } from '../../../src/posts/version-rows.ts';
import { connectSqlite } from '../../../src/server/db/connect.ts';
import { inTransaction } from '../../../src/server/db/transaction.ts';
import { fillDatabase } from '../fill-database.ts';

const BATCH = 250;
const [WIDTH, HEIGHT] = [800, 450];

/** Fills a new SQLite site with posts, of which each fifth shows a picture and has two versions. */
export async function fillSite(dataDir: string, count: number, pictures: number): Promise<void> {
  const file = join(dataDir, 'ligara.sqlite');
  await fillDatabase(count, file);
  const db = connectSqlite(file);
  const files = createDiskPictureStore(join(dataDir, 'media'));
  const urls: string[] = [];
  for (let number = 0; number < pictures; number++) {
    const upload = await drawNoise();
    const processed = await processPicture(upload);
    if (!processed.ok) throw new Error('A picture could not be made');
    const { files: made, moving, ...picture } = processed.value;
    const id = createHash('sha256').update(upload).digest('hex').slice(0, 32);
    await files.put(id, made);
    const row = { id, ...picture, name: `picture-${number}.jpg`, alt: '', moving: 0 as const };
    await db.query
      .insertInto('pictures')
      .values({ ...row, created_at: new Date().toISOString() })
      .execute();
    urls.push(pictureUrl({ id, ...picture, moving }));
  }
  const posts = await db.query.selectFrom('posts').select('id').limit(pictures).execute();
  for (let at = 0; at < posts.length; at += BATCH) {
    await inTransaction(db.query, async (trx) => {
      for (const [index, { id }] of posts.slice(at, at + BATCH).entries()) {
        const first = await readVersion(trx, { id, version: 1 });
        const content = `${first.content}\n\n![A picture](${urls[at + index]})\n`;
        await trx
          .insertInto('post_versions')
          .values({ ...first, version: 2, base_version: 1, content })
          .execute();
        await trx
          .updateTable('post_versions')
          .set({ content_html: null, text: null, renderer: null, glossary_revision: null })
          .where('post_id', '=', id)
          .where('version', '=', 1)
          .execute();
        await trx
          .updateTable('posts')
          .set({ latest_version: 2, public_version: 2, next_version: 3 })
          .where('id', '=', id)
          .execute();
      }
    });
  }
  await db.close();
}

/** About 100 KB that no other picture repeats. */
function drawNoise(): Promise<Buffer> {
  const [width, height] = [WIDTH / 10, HEIGHT / 10];
  const raw = { width, height, channels: 3 as const };
  return sharp(randomBytes(width * height * 3), { raw })
    .resize(WIDTH, HEIGHT)
    .jpeg({ quality: 88 })
    .toBuffer();
}
