import { once } from 'node:events';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';
import type { PictureStore } from '../picture-store.ts';
import type { Bucket } from './bucket.ts';
import { createDiskPictureStore } from './disk-picture-store.ts';
import { createS3PictureStore } from './s3-picture-store.ts';

const [ID, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];
const HOUR_MS = 3_600_000;
const [ITSELF, VARIANT] = ['20x10.png', '20.webp'];

async function makeRoot(): Promise<string> {
  const folder = makeFolder();
  return join(folder, 'data', 'media');
}

const filesOf = (content: string) =>
  new Map([
    [ITSELF, Buffer.from(content)],
    [VARIANT, Buffer.from(`${content}, smaller`)],
  ]);

const textsOf = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([name, data]) => [name, Buffer.from(data).toString()]));

describe.each([
  ['in a folder', async () => createDiskPictureStore(await makeRoot())],
  [
    'in a bucket',
    async () => createS3PictureStore((await startObjectStore()).bucket, { pageSize: 5 }),
  ],
])('pictures %s', (_, open) => {
  let files: PictureStore;
  beforeEach(async () => {
    files = await open();
    await files.sweep(Date.now());
  });

  it('are there with all their files, or not at all', async () => {
    expect(await files.has(ID)).toBe(false);
    expect(await files.ids()).toEqual([]);
    await files.put(ID, filesOf('one'));
    await files.put(OTHER, filesOf('other'));
    expect(await files.has(ID)).toBe(true);
    expect((await files.ids()).sort()).toEqual([ID, OTHER]);
    expect(textsOf(await files.collect(ID))).toEqual({
      [ITSELF]: 'one',
      [VARIANT]: 'one, smaller',
    });
    await files.remove(ID);
    await files.remove(ID);
    expect(await files.has(ID)).toBe(false);
    expect([...(await files.collect(ID))]).toEqual([]);
    expect(await files.find(ID, VARIANT)).toBeNull();
    expect(await files.ids()).toEqual([OTHER]);
  });

  it('stay as the first of two processes has left them', async () => {
    await files.put(ID, filesOf('one'));
    await files.put(ID, filesOf('other'));
    expect(textsOf(await files.collect(ID))).toMatchObject({ [ITSELF]: 'one' });
  });

  it('are read whole and in parts', async () => {
    await files.put(ID, filesOf('0123456789'));
    const found = await files.find(ID, ITSELF);
    expect(found?.bytes).toBe(10);
    expect(found?.modified.getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
    for (const [first, last, content] of [
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
    ] as const) {
      const read = await found?.read(first, last);
      expect(await text(read as ReadableStream)).toBe(content);
    }
    expect(await files.find(ID, '21x10.png')).toBeNull();
    await files.remove(ID);
    expect(await found?.read(0, 9)).toBeNull();
  });

  it('of which there are more than a store lists at once are all found', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => i.toString(16).padStart(32, '0'));
    for (const id of ids) await files.put(id, filesOf(id));
    expect((await files.ids()).sort()).toEqual(ids);
  });
});

it('a folder keeps nothing of a picture that could not be put there whole', async () => {
  const root = await makeRoot();
  const files = createDiskPictureStore(root);
  const unwritable = new Map([...filesOf('x'), ['no/such/place', Buffer.from('y')]]);
  await expect(files.put(ID, unwritable)).rejects.toThrow('ENOENT');
  expect(await readdir(root)).toEqual([]);
});

it('what a crash has left in a folder goes at a start, pictures and work under way stay', async () => {
  const root = await makeRoot();
  const files = createDiskPictureStore(root);
  await files.put(ID, filesOf('one'));
  const now = Date.now();
  const [stale, fresh] = [join(root, '.unfinished-stale'), join(root, '.unfinished-fresh')];
  await Promise.all([mkdir(stale), mkdir(fresh)]);
  await utimes(stale, new Date(now), new Date(now - 2 * HOUR_MS));
  await utimes(join(root, ID), new Date(now), new Date(now - 2 * HOUR_MS));
  await files.sweep(now);
  expect((await readdir(root)).sort()).toEqual(['.unfinished-fresh', ID]);
});

/** Puts an object there as a process does that crashes then. */
async function putObject(place: Bucket, name: string): Promise<void> {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: Bucket, prefix } = place;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}${name}`, Body: 'x' }));
  client.destroy();
}

it('what a crash has left in a bucket is not a picture, and goes at a start an hour later', async () => {
  const { bucket } = await startObjectStore();
  const files = createS3PictureStore(bucket);
  await putObject(bucket, `.unfinished-${ID}`);
  await putObject(bucket, `${ID}/${VARIANT}`);
  await files.put(OTHER, filesOf('whole'));
  await putObject(bucket, `.unfinished-${OTHER}`);
  expect(await files.has(ID)).toBe(false);
  expect([...(await files.collect(ID))]).toEqual([]);
  await files.sweep(Date.now());
  expect(await files.find(ID, VARIANT)).not.toBeNull();
  await files.sweep(Date.now() + 2 * HOUR_MS);
  expect(await files.find(ID, VARIANT)).toBeNull();
  expect(await files.ids()).toEqual([OTHER]);
  expect(textsOf(await files.collect(OTHER))).toMatchObject({ [ITSELF]: 'whole' });
});

it('an upload that a crash has cut off can be done again', async () => {
  const { bucket } = await startObjectStore();
  const files = createS3PictureStore(bucket);
  await putObject(bucket, `.unfinished-${ID}`);
  await putObject(bucket, `${ID}/${VARIANT}`);
  await files.put(ID, filesOf('whole'));
  expect(textsOf(await files.collect(ID))).toEqual({
    [ITSELF]: 'whole',
    [VARIANT]: 'whole, smaller',
  });
});

describe('a store that', () => {
  async function expectTrouble(files: PictureStore): Promise<void> {
    for (const attempt of [
      () => files.sweep(Date.now()),
      () => files.find(ID, ITSELF),
      () => files.put(ID, filesOf('one')),
      () => files.collect(ID),
    ]) {
      await expect(attempt()).rejects.toBeInstanceOf(PicturesUnavailableError);
    }
  }

  it('is gone is distinguished from a missing picture', async () => {
    const { bucket, stop } = await startObjectStore();
    await stop();
    await expectTrouble(createS3PictureStore(bucket));
  });

  it('refuses the key is distinguished from a missing picture', async () => {
    const { bucket } = await startObjectStore();
    await expectTrouble(createS3PictureStore({ ...bucket, accessKeyId: 'other' }));
  });

  it('does not answer keeps nobody waiting for ever', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const place = { endpoint, region: 'us-east-1', bucket: 'pictures', prefix: '' };
    const files = createS3PictureStore(
      { ...place, accessKeyId: 'x', secretAccessKey: 'x' },
      { timeouts: { requestTimeout: 50 } },
    );
    await expect(files.find(ID, ITSELF)).rejects.toBeInstanceOf(PicturesUnavailableError);
  });
});
