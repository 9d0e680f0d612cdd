import { createHash, randomFillSync } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import type { PictureStore, ReceivedFile } from '../picture-store.ts';
import { createDiskPictureStore } from './disk-picture-store.ts';
import { createS3PictureStore } from './s3-picture-store.ts';

const ID = 'a'.repeat(32);
const NAME = 'file.csv';
const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function* contentOf(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe.each([
  ['in a folder', async (folder: string) => createDiskPictureStore(folder)],
  [
    'in a bucket',
    async (uploads: string) => createS3PictureStore((await startObjectStore()).bucket, { uploads }),
  ],
])('an attachment %s', (_, open) => {
  let files: PictureStore;
  let folder: string;
  beforeEach(async () => {
    folder = join(makeFolder(), 'files');
    files = await open(folder);
  });

  const unfinished = async () => (await readdir(folder)).filter((name) => name.startsWith('.'));

  async function keep(content = 'one'): Promise<ReceivedFile> {
    const received = await files.receive(contentOf(...content));
    await files.keep(ID, NAME, received);
    await received.discard();
    return received;
  }

  it('is hashed while it comes, kept whole, and leaves nothing else', async () => {
    const received = await keep('a,b\n1,2\n');
    expect(received).toMatchObject({
      bytes: 8,
      sha256: createHash('sha256').update('a,b\n1,2\n').digest('hex'),
    });
    expect(await files.has(ID)).toBe(true);
    expect(await files.ids()).toEqual([ID]);
    const found = await files.find(ID, NAME);
    expect(found?.bytes).toBe(8);
    expect(await text((await found?.read(2, 4)) as ReadableStream)).toBe('b\n1');
    expect([...(await files.collect(ID))]).toEqual([]);
    expect(await unfinished()).toEqual([]);
    await files.sweep(Date.now() + 2 * HOUR_MS);
    expect(await files.has(ID)).toBe(true);
    await files.remove(ID);
    expect([await files.has(ID), await files.find(ID, NAME)]).toEqual([false, null]);
  });

  it('stays as the first of two has left it', async () => {
    await keep('one');
    await keep('other');
    const found = await files.find(ID, NAME);
    expect(await text((await found?.read(0, 99)) as ReadableStream)).toBe('one');
    expect(await unfinished()).toEqual([]);
  });

  it('that breaks off leaves nothing, one of a crash goes an hour later', async () => {
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

  it('of 100 MB passes through without being in memory', async () => {
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
      for (let at = 0; at < 400; at++) {
        yield randomFillSync(Buffer.allocUnsafeSlow(MB / 4));
        measure();
      }
    }
    const received = await files.receive(large());
    await files.keep(ID, NAME, received);
    const found = await files.find(ID, NAME);
    const content = await found?.read(0, 100 * MB);
    const hash = createHash('sha256');
    for await (const chunk of content ?? []) {
      hash.update(chunk);
      measure();
    }
    expect(hash.digest('hex')).toBe(received.sha256);
    expect(chunks).toBeGreaterThan(500);
    expect(peak).toBeLessThan(40 * MB);
  }, 30_000);
});
