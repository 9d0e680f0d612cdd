import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import { createPictureFiles, type PictureFiles } from './picture-files.ts';

/** Where pictures are kept: in the bucket, where one is set, else in a folder of the data. */
export async function openPictureFiles(place: {
  dataDir: string;
  s3?: Bucket | undefined;
}): Promise<PictureFiles> {
  if (place.s3 === undefined) return createPictureFiles(join(place.dataDir, 'media'));
  // Who keeps pictures on the disk does not load what talks to a store.
  const { createPictureBucket } = await import('./picture-bucket.ts');
  return createPictureBucket(place.s3);
}
