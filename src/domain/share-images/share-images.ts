import { createThreadPool } from '../thread-pool.ts';
import type { ShareSubject } from './share-image.ts';
import { cacheImages, type Picture } from './share-image-cache.ts';

const WORKER = new URL('share-image-worker.ts', import.meta.url);

/** About 270 pictures. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Returns the share image of a subject, a PNG of 1200×630. */
export type ShareImages = (subject: ShareSubject) => Promise<Picture>;

/** Draws share images on demand in a thread, and caches recent ones. */
export function createShareImages(): ShareImages {
  const pool = createThreadPool<ShareSubject, Picture>(WORKER, {
    threads: 1,
    memory: 128,
    // Frequent collections: the pictures are outside V8's heap, and V8 frees them only when it collects.
    youngMemory: 16,
  });
  return cacheImages(async (subject) => {
    const picture = await pool.run(subject);
    if (picture === null) throw new Error(`The share image of ${subject.name} takes too much`);
    return picture;
  }, CACHE_BYTES);
}
