import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';
import type { Bucket } from '../src/media/storage/s3-picture-store.ts';
import { makeFolder } from './make-folder.ts';

/** `s3rver` has no types. */
const S3rver = createRequire(import.meta.url)('s3rver');

/** The only key of the server. */
const KEY = 'S3RVER';

/** Starts an object store on a loopback port with one empty bucket; it ends with the test. */
export async function startObjectStore() {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: makeFolder(),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port }: { port: number } = await server.run();
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= server.close();
    return ending;
  };
  onTestFinished(stop);
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket: Bucket = {
    endpoint,
    region: 'us-east-1',
    bucket: 'pictures',
    prefix: 'site/media/',
    accessKeyId: KEY,
    secretAccessKey: KEY,
  };
  /** The bucket as the setting `S3_URL`. */
  const url = `http://${KEY}:${KEY}@127.0.0.1:${port}/pictures/site/media`;
  return { bucket, url, endpoint, stop };
}
