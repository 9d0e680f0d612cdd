import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';
import type { PictureStore } from '../picture-store.ts';
import { createDiskPictureStore } from './disk-picture-store.ts';
import { createS3PictureStore } from './s3-picture-store.ts';

const [ID, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];
const NAME = 'file.csv';
const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
const [ITSELF, VARIANT] = ['20x10.png', '20.webp'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const filesOf = (content: string) =>
  new Map([
    [ITSELF, Buffer.from(content)],
    [VARIANT, Buffer.from(`${content}, smaller`)],
  ]);

describe.each([
  ['in a folder', async (folder: string) => createDiskPictureStore(folder)],
  [
    'in a bucket',
    async (uploads: string) =>
      createS3PictureStore((await startObjectStore()).bucket, { uploads, pageSize: 5 }),
  ],
])('files %s', (_, open) => {
  let files: PictureStore;
  let folder: string;
  beforeEach(async () => {
    folder = join(makeFolder(), 'data', 'media');
    files = await open(folder);
    await files.sweep(Date.now());
  });

  it('pictures are stored, read whole and in parts, and removed with all their files', async () => {
    expect([await files.has(ID), await files.ids()]).toEqual([false, []]);
    // What has the same name is the same.
    for (const id of [ID, OTHER, ID]) await files.put(id, filesOf('0123456789'));
    expect((await files.ids()).sort()).toEqual([ID, OTHER]);
    expect((await files.names(ID)).sort()).toEqual([VARIANT, ITSELF].sort());
    const found = await files.find(ID, ITSELF);
    expect(found?.bytes).toBe(10);
    expect(found?.modified.getTime()).toBeGreaterThan(Date.now() - HOUR_MS);
    for (const [first, last, content] of [
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
    ] as const) {
      expect(await text((await found?.read(first, last)) as ReadableStream)).toBe(content);
    }
    expect(await files.find(ID, '21x10.png')).toBeNull();
    await files.remove(ID, Date.now() - HOUR_MS);
    expect(await files.has(ID)).toBe(true);
    await files.remove(ID, Date.now() + HOUR_MS);
    await files.remove(ID);
    expect([await files.has(ID), await files.names(ID)]).toEqual([false, []]);
    expect([await files.find(ID, VARIANT), await found?.read(0, 9)]).toEqual([null, null]);
    expect(await files.ids()).toEqual([OTHER]);
  });

  it('pictures of which there are more than a store lists at once are all found', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => i.toString(16).padStart(32, '0'));
    for (const id of ids) await files.put(id, filesOf(id));
    expect((await files.ids()).sort()).toEqual(ids);
  });

  const unfinished = async () => (await readdir(folder)).filter((name) => name.startsWith('.'));

  it('attachments are hashed while they come, kept whole, and leave nothing else', async () => {
    const sha256 = createHash('sha256').update('a,b\n1,2\n').digest('hex');
    const received = await files.receive(['a,b', '\n1,2\n'].map((chunk) => Buffer.from(chunk)));
    expect(received).toMatchObject({ bytes: 8, sha256 });
    await files.put(ID, new Map([[NAME, received]]));
    await received.discard();
    const found = await files.find(ID, NAME);
    expect(found?.bytes).toBe(8);
    expect(await text((await found?.read(2, 4)) as ReadableStream)).toBe('b\n1');
    expect([await files.names(ID), await unfinished()]).toEqual([[NAME], []]);
    await files.sweep(Date.now() + 2 * HOUR_MS);
    expect(await files.ids()).toEqual([ID]);
  });

  it('an attachment that breaks off leaves nothing, one of a crash goes an hour later', async () => {
    async function* broken() {
      yield Buffer.from('a');
      throw new Error('The connection broke');
    }
    await expect(files.receive(broken())).rejects.toThrow('The connection broke');
    expect(await unfinished()).toEqual([]);
    const left = join(folder, '.unfinished-left');
    await mkdir(left);
    await writeFile(join(left, 'file'), 'half');
    await files.sweep(Date.now());
    expect(await unfinished()).toEqual(['.unfinished-left']);
    await utimes(left, new Date(), new Date(Date.now() - 2 * HOUR_MS));
    await files.sweep(Date.now());
    expect(await unfinished()).toEqual([]);
  });

  it('an attachment of 60 MB passes through without being in memory', async () => {
    const before = process.memoryUsage();
    let peak = 0;
    let chunks = 0;
    /** What is still referred to, now and then: collecting garbage takes time. */
    const measure = () => {
      chunks += 1;
      if (chunks % 100 !== 0) return;
      collectGarbage();
      const { arrayBuffers, external } = process.memoryUsage();
      peak = Math.max(peak, arrayBuffers - before.arrayBuffers, external - before.external);
    };
    async function* large() {
      for (let at = 0; at < 240; at++) {
        yield randomFillSync(Buffer.allocUnsafeSlow(MB / 4));
        measure();
      }
    }
    const received = await files.receive(large());
    await files.put(ID, new Map([[NAME, received]]));
    const found = await files.find(ID, NAME);
    const content = await found?.read(0, 60 * MB);
    const hash = createHash('sha256');
    for await (const chunk of content ?? []) {
      hash.update(chunk);
      measure();
    }
    expect(hash.digest('hex')).toBe(received.sha256);
    expect(chunks).toBeGreaterThan(300);
    expect(peak).toBeLessThan(40 * MB);
  });
});

describe('a store that', () => {
  async function expectTrouble(files: PictureStore): Promise<void> {
    for (const attempt of await Promise.allSettled([
      files.sweep(Date.now()),
      files.find(ID, ITSELF),
      files.put(ID, filesOf('one')),
      files.names(ID),
    ])) {
      expect(attempt).toMatchObject({ reason: expect.any(PicturesUnavailableError) });
    }
  }

  it('is gone or refuses the key is distinguished from a missing picture', async () => {
    const { bucket, stop } = await startObjectStore();
    await expectTrouble(createS3PictureStore({ ...bucket, accessKeyId: 'other' }));
    await stop();
    await expectTrouble(createS3PictureStore(bucket));
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
