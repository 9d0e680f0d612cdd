import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { createDiskPictureStore } from '../../../src/adapters/storage/disk-picture-store.ts';
import { connectSqlite } from '../../../src/db/connect.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { pictureUrl } from '../../../src/domain/media/picture-url.ts';
import { processPicture } from '../../../src/domain/media/process-picture.ts';
import { fillDatabase } from '../fill-database.ts';

const BATCH = 250;
const [WIDTH, HEIGHT] = [800, 450];

/** Fills a new SQLite site with posts, of which each fifth shows a picture and has two versions. */
export async function fillSite(dataDir: string, posts: number, pictures: number): Promise<void> {
  const file = join(dataDir, 'ligara.sqlite');
  await fillDatabase(posts, file);
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
  const ids = await db.query.selectFrom('posts').select(['id', 'content']).execute();
  const shown = ids.slice(0, pictures).map((post, index) => ({
    ...post,
    text: `${post.content}\n\n![A picture](${urls[index]})\n`,
  }));
  for (let at = 0; at < shown.length; at += BATCH) {
    await inTransaction(db.query, async (trx) => {
      for (const { id, content, text } of shown.slice(at, at + BATCH)) {
        const post = await trx
          .selectFrom('posts')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        for (const [version, written] of [content, text].entries()) {
          await trx
            .insertInto('post_revisions')
            .values({
              post_id: id,
              version: version + 1,
              saved_at: post.updated_at,
              saved_by: null,
              slug: post.slug,
              title: post.title,
              description: post.description,
              author: post.author,
              cover_image: '',
              cover_image_caption: '',
              status: 'published',
              publish_date: null,
              tags: '[]',
              references: '[]',
              content: written,
            })
            .execute();
        }
        await trx
          .updateTable('posts')
          .set({ content: text, version: 2 })
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
