import { join } from 'node:path';
import type { Config } from '../../server/config.ts';
import type { PictureStore } from '../picture-store.ts';
import { createDiskPictureStore } from './disk-picture-store.ts';

/** Opens the S3 bucket if one is configured, with `DATA_DIR/uploads` for files on their way there, else `DATA_DIR/media`. */
export async function openPictureStore(
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>,
): Promise<PictureStore> {
  if (config.s3 === undefined) return createDiskPictureStore(join(config.dataDir, 'media'));
  // Imported lazily: a site without S3 does not load the SDK.
  const { createS3PictureStore } = await import('./s3-picture-store.ts');
  return createS3PictureStore(config.s3, { uploads: join(config.dataDir, 'uploads') });
}
