import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { makeGifBomb, makePng, makePngBomb } from '../../../test/pictures.ts';
import { createPost, editPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { readAuditTrail } from '../../accounts/audit.ts';

import type { Picture } from '../library.ts';

const LIMIT = 10 * 1024 * 1024;

let app: TestApp;
let token = '';

beforeEach(async () => {
  app = await makeApp();
  token = await app.signIn();
});

function upload(file: Uint8Array<ArrayBuffer> | Buffer, name = 'curve.png', type = 'image/png') {
  return app.send('POST', `/api/admin/media?${new URLSearchParams({ name })}`, {
    token,
    headers: { 'Content-Type': type },
    body: new Uint8Array(file),
  });
}

async function uploaded(file?: Buffer): Promise<Picture> {
  const response = await upload(file ?? (await makePng()));
  return ((await response.json()) as { item: Picture }).item;
}

const leftBehind = () => readdir(app.mediaDir);

async function library(query = ''): Promise<{ items: Picture[]; nextCursor: string | null }> {
  return (await app.get(`/api/admin/media${query}`, token)).json();
}

const patch = (id: string, alt: unknown, as: string | null = token) =>
  app.patchJson(`/api/admin/media/${id}`, { alt }, as);

describe('POST /api/admin/media', () => {
  it('takes a picture, and answers the same file with the same picture', async () => {
    const file = await makePng();
    const first = await upload(file, 'Résumé of a curve.png', 'application/octet-stream');
    expect(first.status).toBe(201);
    const { item: picture } = (await first.json()) as { item: Picture };
    expect(picture).toMatchObject({
      address: `/media/${picture.id}/64x48.png`,
      name: 'Résumé of a curve.png',
      alt: '',
      width: 64,
      height: 48,
      format: 'png',
      usedIn: [],
      createdAt: '2026-03-01T09:00:00.000Z',
      placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const again = await upload(file, 'other.png');
    expect([again.status, await again.json()]).toEqual([200, { item: picture, isNew: false }]);
    expect((await library()).items).toEqual([picture]);
    expect(await leftBehind()).toEqual([picture.id]);
    expect((await app.get(picture.address)).status).toBe(200);
  });

  it('keeps nothing of an SVG but the picture drawn of it', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2" onload="alert(1)"><script>alert(2)</script><rect width="3" height="2" fill="red"/></svg>';
    const taken = await upload(Buffer.from(svg), 'drawing.svg', 'image/svg+xml');
    expect(taken.status).toBe(201);
    const { item: picture } = (await taken.json()) as { item: Picture };
    expect(picture).toMatchObject({ format: 'png', width: 2400, height: 1600 });
    expect(picture.placeholder).toBe('#ff0000');
    const stored = await readdir(join(app.mediaDir, picture.id));
    const widths = [480, 960, 1600, 2400].flatMap((width) => [`${width}.avif`, `${width}.webp`]);
    expect(stored.sort()).toEqual(['2400x1600.png', ...widths].sort());
    for (const name of stored) {
      const file = await readFile(join(app.mediaDir, picture.id, name));
      expect(file.includes('alert')).toBe(false);
    }
    expect((await app.get(picture.address)).headers.get('Content-Type')).toBe('image/png');
  });

  it('leaves nothing behind of what it refuses, and says why', async () => {
    const files: [number, Buffer][] = [
      [415, Buffer.from('Text')],
      [415, Buffer.from('<!doctype html><script>alert(1)</script>')],
      [422, (await makePng({ width: 300 })).subarray(0, 300)],
      [422, makePngBomb()],
      [422, makeGifBomb(1_000)],
      [400, Buffer.alloc(0)],
      [413, Buffer.concat([await makePng(), Buffer.alloc(LIMIT)])],
    ];
    for (const [status, file] of files) {
      const response = await upload(file);
      expect(response.status).toBe(status);
      const { detail } = (await response.json()) as {
        detail: string | { loc: unknown; msg: string }[];
      };
      const words = typeof detail === 'string' ? detail : detail[0]?.msg;
      expect(words).toMatch(/^[A-Z].*\.$/);
      if (typeof detail !== 'string') expect(detail[0]?.loc).toEqual(['body']);
    }
    expect(await leftBehind()).toEqual([]);
    expect((await library()).items).toEqual([]);
    expect(app.errors).toEqual([]);
  });

  it('takes a picture of 10 MB, also by another name', async () => {
    const file = Buffer.concat([await makePng(), Buffer.alloc(LIMIT)]).subarray(0, LIMIT);
    expect((await upload(file, 'curve.pdf')).status).toBe(201);
  });
});

it('GET /api/admin/media is paged by cursor, and rejects an invalid one', async () => {
  for (const width of [1, 2, 3]) {
    await uploaded(await makePng({ width }));
    app.clock.advance(1_000);
  }
  const first = await library('?limit=2');
  expect(first.items.map(({ width }) => width)).toEqual([3, 2]);
  const second = await library(`?limit=2&cursor=${first.nextCursor}`);
  expect(second.items.map(({ width }) => width)).toEqual([1]);
  expect(second.nextCursor).toBeNull();
  expect((await library('?q=CURVE&limit=1')).items).toHaveLength(1);
  expect((await library('?q=nothing')).items).toEqual([]);
  for (const query of ['?limit=0', '?limit=101', '?cursor=x']) {
    expect((await app.get(`/api/admin/media${query}`, token)).status).toBe(422);
  }
  expect((await app.get('/api/admin/media', null)).status).toBe(401);
});

it('PATCH /api/admin/media/{id} describes a picture', async () => {
  const { id } = await uploaded();
  const response = await patch(id, '  A dose–response curve ');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ picture: { id, alt: 'A dose–response curve' } });
  expect((await patch(id, 'x'.repeat(500))).status).toBe(200);
  for (const alt of ['x'.repeat(501), null, '\0']) expect((await patch(id, alt)).status).toBe(422);
  expect((await patch('0'.repeat(32), 'A')).status).toBe(404);
  expect((await patch('%00', 'A')).status).toBe(404);
  expect((await patch(id, 'A', null)).status).toBe(401);
});

const remove = (id: string, as: string | null = token) =>
  app.send('DELETE', `/api/admin/media/${id}`, { token: as });

it('DELETE /api/admin/media/{id} keeps a picture that posts show, and names them; removes any other with its files', async () => {
  const { id, address } = await uploaded();

  const slugs = ['a', 'b', 'c', 'd', 'e'];
  const post = (slug: string) => input({ title: slug.toUpperCase(), slug });
  for (const slug of slugs) {
    unwrap(await createPost(app.site, { ...post(slug), content: `![A](${address})` }));
  }
  const { items } = await library();
  expect(items[0]?.usedIn).toHaveLength(5);
  expect(items[0]?.alt, 'what a post says of it').toBe('A');
  const refused = await remove(id);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { detail: 'This picture is used in “A”, “B”, “C” and 2 more. Remove it there first.' },
  ]);
  expect((await app.get(address)).status).toBe(200);
  for (const slug of slugs) unwrap(await editPost(app.site, slug, post(slug)));
  app.clock.advance(1_000);
  expect((await remove(id, null)).status).toBe(401);
  expect((await remove(id)).status).toBe(204);
  for (const gone of [id, 'x', '%00', '..%2f..']) expect((await remove(gone)).status).toBe(404);
  expect((await app.get(address)).status).toBe(404);
  const { events } = await readAuditTrail(app.site, { limit: 1 });
  const event = { actor: ADMINISTRATOR.email, action: 'picture-removed', subject: 'curve.png' };
  expect(events).toMatchObject([event]);
});
