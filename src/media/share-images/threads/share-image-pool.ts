import { createThreadPool } from '../../../server/threads/thread-pool.ts';
import type { DrawShareImage, Picture, ShareSubject } from '../share-image.ts';

const WORKER = new URL('share-image-worker.ts', import.meta.url);

/** Draws share images in a thread. */
export function createShareImagePool(): { draw: DrawShareImage } {
  const pool = createThreadPool<ShareSubject, Picture>(WORKER, {
    threads: 1,
    memory: 128,
  });
  async function draw(subject: ShareSubject): Promise<Picture> {
    const picture = await pool.run(subject);
    if (picture === null) throw new Error(`The share image of ${subject.name} takes too much`);
    return picture;
  }
  return { draw };
}
