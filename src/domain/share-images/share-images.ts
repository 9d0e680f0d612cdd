import { createThreadPool } from '../thread-pool.ts';
import type { ShareSubject } from './share-image.ts';
import { cacheImages, type Picture } from './share-image-cache.ts';

const WORKER = new URL('share-image-worker.ts', import.meta.url);

/** About 270 pictures. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Gives the share image of a subject, a PNG of 1200×630. */
export type ShareImages = (subject: ShareSubject) => Promise<Picture>;

/** Draws share images when they are asked for, in a thread of their own, and keeps the recent ones. */
export function createShareImages(): ShareImages {
  const pool = createThreadPool<ShareSubject, Picture>(WORKER, {
    threads: 1,
    memory: 128,
    // The engine does not see what the pictures take outside its heap: it frees that when it sweeps.
    youngMemory: 16,
  });
  return cacheImages(async (subject) => {
    const picture = await pool.run(subject);
    if (picture === null) throw new Error(`The share image of ${subject.name} takes too much`);
    return picture;
  }, CACHE_BYTES);
}
