import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Bucket } from '../src/media/storage/s3-picture-store.ts';

/** `s3rver` has no types. */
type Server = { run(): Promise<AddressInfo>; close(): Promise<void> };
type ServerClass = new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string; configs: string[] }[];
}) => Server;

const S3rver: ServerClass = createRequire(import.meta.url)('s3rver');

/** The only key of the server. */
const KEY = 'S3RVER';

export type ObjectStore = {
  bucket: Bucket;
  /** The bucket as the setting `S3_URL`. */
  url: string;
  endpoint: string;
  stop: () => Promise<void>;
};

/** Starts an object store on a loopback port with one empty bucket; it ends with the test. */
export async function startObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'ligara-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await server.run();
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= server.close();
    return ending;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    bucket: {
      endpoint,
      region: 'us-east-1',
      bucket: 'pictures',
      prefix: 'site/media/',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    },
    url: `http://${KEY}:${KEY}@127.0.0.1:${port}/pictures/site/media`,
    endpoint,
    stop,
  };
}
