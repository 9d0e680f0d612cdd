import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import { createDiskPictureStore, type PictureStore } from './picture-store.ts';

/** Where pictures are kept: in the bucket, where one is set, else in a folder of the data. */
export async function openPictureStore(place: {
  dataDir: string;
  s3?: Bucket | undefined;
}): Promise<PictureStore> {
  if (place.s3 === undefined) return createDiskPictureStore(join(place.dataDir, 'media'));
  // Who keeps pictures on the disk does not load what talks to a store.
  const { createS3PictureStore } = await import('./s3-picture-store.ts');
  return createS3PictureStore(place.s3);
}
