import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SiteStorage } from '../src/app/command.ts';
import { removeMedia } from '../src/media/library.ts';
import { uploadMedia } from '../src/media/upload.ts';
import { postInputSchema } from '../src/posts/post-input.ts';
import { connect } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { makeMedia, makeTestSite } from './make-site.ts';
import { makePng } from './pictures.ts';
import { createPost } from './save-posts.ts';
import { unwrap } from './unwrap.ts';

/** The content of a post: enough to fill pages of a database. */
export function textOf(number: number): string {
  return `Post ${number}.\n\n${`Sentence ${number} of many. `.repeat(400)}`;
}

/** A site under continuous writes of posts and pictures. */
export async function openWrittenSite(place: SiteStorage) {
  const db = connect(place);
  onTestFinished(() => db.close());
  await migrate(db);
  const mediaDir = join(place.dataDir, 'media');
  const site = makeTestSite({ db, now: () => new Date().toISOString(), ...makeMedia(mediaDir) });
  /** The hash of the files of each picture, removed ones included, by its id. */
  const pictures = new Map<string, string>();
  let posts = 0;
  let isStopped = true;
  let writing = Promise.resolve();

  async function writeNext(): Promise<void> {
    const number = posts + 1;
    let picture = '';
    if (number % 3 === 0) {
      const file = await makePng({ width: 20 + number, height: 20 });
      const { item } = unwrap(await uploadMedia(site, [file], { name: `${number}.png` }));
      pictures.set(item.id, hashOfFolder(join(mediaDir, item.id)));
      picture = `![A picture](${item.address})\n\n`;
    }
    if (number % 4 === 0) {
      const table = [Buffer.from(`number,square\n${number},${number ** 2}\n`)];
      const { id, address } = unwrap(await uploadMedia(site, table, { name: 'squares.csv' })).item;
      pictures.set(id, hashOfFolder(join(mediaDir, id)));
      picture += `[squares.csv](${address})\n\n`;
    }
    const input = postInputSchema.parse({
      title: `Post ${number}`,
      slug: `post-${number}`,
      content: picture + textOf(number),
      tags: [`tag-${number}`],
    });
    unwrap(await createPost(site, input));
    posts = number;
    if (number % 6 === 0) await removePicture(number);
  }

  /** Uploads and removes a picture that no post uses. */
  async function removePicture(number: number): Promise<void> {
    const file = await makePng({ width: 20, height: 20 + number });
    const { item } = unwrap(await uploadMedia(site, [file], { name: 'unused.png' }));
    pictures.set(item.id, hashOfFolder(join(mediaDir, item.id)));
    unwrap(await removeMedia(site, item.id));
  }

  const stop = () => {
    isStopped = true;
    return writing;
  };
  onTestFinished(stop);
  return {
    db,
    site,
    /** Writes posts with a tag until `stop`; every third one has a picture. */
    start: () => {
      isStopped = false;
      writing = (async () => {
        while (!isStopped) await writeNext();
      })();
    },
    stop,
    /** Waits until there are this many posts. */
    reach: async (number: number) => {
      while (posts < number) await writeNext();
    },
    posts: () => posts,
    pictures,
  };
}

/** The hash of the names and the content of all files in a folder. */
export function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}
