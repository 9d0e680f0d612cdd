import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { makePng } from '../../../test/pictures.ts';
import { readTable } from '../../../test/read-table.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { listMedia, removeMedia } from '../library.ts';
import type { PictureStore } from '../picture-store.ts';
import { createS3PictureStore } from '../storage/s3-picture-store.ts';
import { uploadMedia } from '../upload.ts';

let app: TestApp;
let address = '';
let folder = '';

async function begin(files?: PictureStore): Promise<void> {
  app = await makeApp(files === undefined ? {} : { files });
  const { item } = unwrap(await uploadMedia(app.site, [await makePng()], { name: 'a.png' }));
  address = item.address;
  folder = address.replace(/[^/]+$/, '');
}

async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await app.send(method, path, { headers });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

describe('a picture', () => {
  beforeEach(() => begin());

  it('is immutable for caches, and cannot run as a page', async () => {
    const { status, headers, bytes } = await read(address);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"/),
    });
    expect(headers.has('Vary')).toBe(false);
    const head = await read(address, {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['Content-Type', 'Content-Length', 'ETag', 'Cache-Control']) {
      expect(head.headers.get(name), name).toBe(headers.get(name));
    }
    for (const format of ['avif', 'webp']) {
      const variant = await read(`${folder}64.${format}`, {}, 'HEAD');
      expect([variant.status, variant.headers.get('Content-Type')]).toEqual([
        200,
        `image/${format}`,
      ]);
    }
  });

  it('is a 304 when the client has it', async () => {
    const tag = (await read(address, {}, 'HEAD')).headers.get('ETag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers, bytes } = await read(address, { 'If-None-Match': known });
      expect([status, bytes.length, headers.has('Content-Length')]).toEqual([304, 0, false]);
      expect(headers.get('ETag')).toBe(tag);
      expect(headers.get('Cache-Control')).toContain('immutable');
    }
    expect((await read(address, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is sent in ranges, when If-Range matches', async () => {
    const whole = (await read(address)).bytes;
    const size = whole.length;
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=5-${size * 2}`, 5, size - 1],
    ] as const) {
      const { status, headers, bytes } = await read(address, { Range: range });
      expect([range, status]).toEqual([range, 206]);
      expect(headers.get('Content-Range')).toBe(`bytes ${from}-${to}/${size}`);
      expect(Buffer.from(bytes)).toEqual(Buffer.from(whole.slice(from, to + 1)));
    }
    const beyond = await read(address, { Range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${size}`]);
    const part = { Range: 'bytes=0-9' };
    const tag = (await read(address)).headers.get('ETag') ?? '';
    expect((await read(address, { ...part, 'If-Range': tag })).status).toBe(206);
    for (const headers of [{ ...part, 'If-Range': '"other"' }, { Range: 'bytes=0-1,3-4' }]) {
      expect((await read(address, headers)).status).toBe(200);
    }
  });

  it('that was removed is not there, and who is being sent it gets it whole', async () => {
    const id = folder.slice('/media/'.length, -1);
    const under = await app.get(address);
    expect((await removeMedia(app.site, id)).ok).toBe(true);
    expect((await read(address)).status).toBe(404);
    expect((await read(address, { 'If-None-Match': '*' })).status).toBe(404);
    expect((await read(`${folder}64.avif`)).status).toBe(404);
    const { length } = await under.bytes();
    expect(String(length)).toBe(under.headers.get('Content-Length'));
  });
});

it('nothing else is served, whatever lies there', async () => {
  await begin();
  await writeFile(join(app.mediaDir, 'secret.png'), 'x');
  const id = folder.slice('/media/'.length, -1);
  await writeFile(join(app.mediaDir, id, 'note.txt'), 'x');
  for (const [row = ''] of readTable(new URL('./not-served.tsv', import.meta.url))) {
    const path = row.replace('{id}', id).replace('{ID}', id.toUpperCase());
    const { status, headers } = await read(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers.get('Cache-Control')).toBe('no-cache');
  }
  expect(app.errors).toEqual([]);
});

it('a storage that fails is a 503 without details, also for uploads, and nothing is written', async () => {
  const { bucket, stop } = await startObjectStore();
  await begin(createS3PictureStore(bucket));
  const token = await app.signIn();
  await stop();
  const body = new Uint8Array(await makePng({ width: 30, height: 20 }));
  const id = folder.slice('/media/'.length, -1);
  for (const [method, path, sent] of [
    ['GET', address, {}],
    ['GET', address, { headers: { 'If-None-Match': '*' } }],
    ['POST', '/api/admin/media', { token, headers: { 'Content-Type': 'image/png' }, body }],
  ] as const) {
    const answer = await app.send(method, path, sent);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      detail: 'Pictures and files cannot be stored or read at the moment. Please try again soon.',
    });
  }
  const { items } = await listMedia(app.site, { kind: 'picture', limit: 100 });
  expect(items).toMatchObject([{ id }]);
  expect(app.errors).toHaveLength(3);
});
