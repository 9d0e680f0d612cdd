import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { CSV, makePdf, makeZip } from '../../../test/attachments.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { makePng, readPicture } from '../../../test/pictures.ts';
import { createPost, editPost } from '../../../test/save-posts.ts';
import { tellStories } from '../../../test/stories.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { Attachment, Media, Picture } from '../library.ts';
import FILE_NAMES from './file-names.json' with { type: 'json' };

const MB = 1024 * 1024;
const LIMIT = 10 * MB;

let app: TestApp;
let token = '';

beforeEach(async () => {
  app = await makeApp();
  token = await app.signIn();
});

function upload(file: BodyInit | Buffer, name: string, type = 'application/octet-stream') {
  return app.send('POST', `/api/admin/media?${new URLSearchParams({ name })}`, {
    token,
    headers: { 'Content-Type': type },
    body: Buffer.isBuffer(file) ? new Uint8Array(file) : file,
  });
}

async function uploaded(file: Buffer | string, name = 'curve.png'): Promise<Media> {
  const response = await upload(file, name, name.endsWith('.png') ? 'image/png' : undefined);
  expect(response.status).toBe(201);
  return ((await response.json()) as { item: Media }).item;
}

type Page = { items: Picture[]; total: number; nextCursor: string | null };

const library = async (query = ''): Promise<Page> =>
  (await app.get(`/api/admin/media${query}`, token)).json();

async function expectNothingStored(): Promise<void> {
  expect(await readdir(app.mediaDir)).toEqual([]);
  for (const kind of ['picture', 'file']) expect((await library(`?kind=${kind}`)).total).toBe(0);
  expect(app.errors).toEqual([]);
}

const remove = (id: string) => app.send('DELETE', `/api/admin/media/${id}`, { token });

describe('POST /api/admin/media', () => {
  it('takes a picture, and answers the same file with the same picture', async () => {
    const file = await makePng();
    const first = await upload(file, 'Résumé of a curve.png');
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
    expect(await readdir(app.mediaDir)).toEqual([picture.id]);
  });

  it('keeps nothing of an SVG but the picture drawn of it', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2" onload="alert(1)"><script>alert(2)</script><rect width="3" height="2" fill="red"/></svg>';
    const picture = await uploaded(svg, 'drawing.svg');
    expect(picture).toMatchObject({ format: 'png', width: 2400, height: 1600 });
    expect(picture).toMatchObject({ placeholder: '#ff0000' });
    const stored = await readdir(join(app.mediaDir, picture.id));
    const widths = [480, 960, 1600, 2400].flatMap((width) => [`${width}.avif`, `${width}.webp`]);
    expect(stored.sort()).toEqual(['2400x1600.png', ...widths].sort());
    for (const name of stored) {
      const file = await readFile(join(app.mediaDir, picture.id, name));
      expect(file.includes('alert')).toBe(false);
    }
    expect((await app.get(picture.address)).headers.get('Content-Type')).toBe('image/png');
  });

  it('takes a picture of 10 MB, also by another name', async () => {
    const file = Buffer.concat([await makePng(), Buffer.alloc(LIMIT)]).subarray(0, LIMIT);
    await uploaded(file, 'curve.pdf');
  });

  test.each<[string, string, () => Buffer | string, string]>([
    ['pdf', 'Dose response.pdf', () => makePdf(), 'application/pdf'],
    ['csv', 'doses.csv', () => CSV, 'text/csv'],
    ['csv', 'doses.csv', () => Buffer.from(`\u{FEFF}${CSV}`, 'utf16le'), 'text/csv'],
    ['zip', 'data.ZIP', () => makeZip({ 'a.csv': CSV }, 'a comment'), 'application/zip'],
    [
      'xlsx',
      'Table 1.xlsx',
      () => makeZip({ '[Content_Types].xml': '<Types/>' }),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ])('takes a %s (%s), which is downloaded as it was', async (type, name, make, mime) => {
    const file = Buffer.from(make());
    const sha256 = createHash('sha256').update(file).digest('hex');
    const attachment = await uploaded(file, name);
    expect(attachment).toMatchObject({ type, name, sha256, bytes: file.length, usedIn: [] });
    expect(attachment.id).toBe(sha256.slice(0, 32));
    const response = await app.get(attachment.address);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringMatching(new RegExp(`^${mime}`)),
      'content-length': String(file.length),
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable, no-transform',
      etag: expect.stringMatching(/^"/),
    });
    expect(Buffer.from(await response.bytes())).toEqual(file);
  });

  it('leaves nothing behind of what it refuses, and says why', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const binary = randomBytes(2_000);
    const png = await makePng({ width: 300 });
    const isSentence = /^[A-Z].*\.$/;
    const files: [number, string, Buffer | string, RegExp][] = [
      [415, 'curve.png', 'Text', isSentence],
      [415, 'curve.png', page, isSentence],
      [422, 'curve.png', png.subarray(0, 300), isSentence],
      [422, 'curve.png', readPicture('60000-pixels-a-side.png'), isSentence],
      [422, 'curve.png', readPicture('60-frames.gif'), isSentence],
      [400, 'curve.png', '', isSentence],
      [400, 'a.pdf', '', isSentence],
      [413, 'curve.png', Buffer.concat([png, Buffer.alloc(LIMIT)]), isSentence],
      [415, 'report.pdf', page, /named \.pdf, but is something else/],
      [415, 'report.csv', page, /named \.csv/],
      [415, 'report.csv', `\u{FEFF}\n ${page}`, /named \.csv/],
      [415, 'report.csv', Buffer.from(`\u{FEFF}${page}`, 'utf16le'), /named \.csv/],
      [415, 'report.html', page, /Files of this type are not accepted/],
      [415, 'report', page, /Files of this type/],
      [415, 'report.pdf', page + makePdf(), /something else/],
      [415, 'report.csv', makePdf(), /named \.csv, but is of the type PDF/],
      [415, 'report.pdf.exe', makePdf(), /Files of this type/],
      [415, 'report.pdf', makeZip({ a: 'b' }), /of the type ZIP/],
      [415, 'script.zip', `alert(1)//${makeZip({ a: 'b' }).toString('latin1')}`, /something else/],
      [415, 'doses.csv', binary, /something else/],
      [415, 'setup.exe', Buffer.concat([Buffer.from('MZ'), binary]), /not accepted/],
    ];
    for (const [status, name, file, words] of files) {
      const response = await upload(file, name);
      const { detail } = await response.json();
      const told = typeof detail === 'string' ? detail : detail[0].msg;
      expect([name, response.status, told]).toEqual([name, status, expect.stringMatching(words)]);
      if (typeof detail !== 'string') expect(detail[0].loc).toEqual(['body']);
    }
    await expectNothingStored();
  });

  it('refuses what has more than 100 MB, announced or not, or does not come whole', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += MB;
        controller.enqueue(new Uint8Array(MB));
      },
    });
    expect((await upload(endless, 'a.zip')).status).toBe(413);
    expect(sent).toBeLessThan(104 * MB);
    const cutOff = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(makePdf())),
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect((await upload(cutOff, 'a.pdf')).status).toBe(400);
    await expectNothingStored();
  });
});

tellStories(new URL('./media-stories.tsv', import.meta.url), async () => ({
  app,
  known: { token },
}));

describe('a file to download', () => {
  it('is sent uncompressed, also a table, and not to who has it', async () => {
    const file = Buffer.from(CSV.repeat(1_000));
    const { address } = await uploaded(file, 'long.csv');
    const read = (headers: Record<string, string>, method = 'GET') =>
      app.send(method, address, { headers });
    const head = await read({ 'Accept-Encoding': 'br' }, 'HEAD');
    expect(head.headers.get('Content-Length')).toBe(String(file.length));
    expect((await read({ 'If-None-Match': head.headers.get('ETag') ?? '' })).status).toBe(304);
    const whole = await read({ 'Accept-Encoding': 'br' });
    expect(whole.headers.get('Content-Encoding')).toBeNull();
    expect(await whole.text()).toBe(file.toString());
  });

  it('stays while a post links to it, and is gone once removed, until it is uploaded again', async () => {
    const { id, address } = await uploaded(CSV, 'doses.csv');
    const post = { ...input({ title: 'Doses' }), content: `[doses.csv](${address})` };
    unwrap(await createPost(app.site, post));
    const [listed] = (await library('?kind=file')).items;
    const use = { kind: 'post', slug: 'doses', title: 'Doses', isInTrash: false };
    expect(listed?.usedIn).toEqual([use]);
    const refused = await remove(id);
    expect((await refused.json()).detail).toMatch(/^This file is used in “Doses”/);
    unwrap(await editPost(app.site, 'doses', input({ title: 'Doses' })));
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 404]);
    expect((await app.get(address)).status).toBe(404);
    expect((await uploaded(CSV, 'doses.csv')).address).toBe(address);
    expect((await app.get(address)).status).toBe(200);
  });

  it.each(FILE_NAMES)('has a name that is safe in URL and header: $name', async (expected) => {
    const { name, inUrl, stored } = expected;
    const attachment = (await uploaded(CSV, name)) as Attachment;
    expect([attachment.name, attachment.address.split('/').at(-1)]).toEqual([stored, inUrl]);
    const { headers } = await app.send('HEAD', attachment.address);
    const header = headers.get('Content-Disposition') ?? '';
    const [, ascii, encoded = ''] =
      /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w%.~!#$&+^`|-]*)$/.exec(
        header,
      ) ?? [];
    expect([ascii, decodeURIComponent(encoded)]).toEqual([inUrl, stored]);
  });

  it('is found by its whole name alone', async () => {
    const { id } = await uploaded(CSV, 'doses.csv');
    const names = ['file.csv', 'other.csv', 'doses.html', 'doses.pdf', 'Doses.csv', 'doses.csv/'];
    for (const path of [
      ...names.map((name) => `/media/${id}/${name}`),
      `/media/${id}/..%2f${id}%2fdoses.csv`,
      `/media/${'0'.repeat(32)}/doses.csv`,
    ]) {
      expect([path, (await app.get(path)).status]).toEqual([path, 404]);
    }
  });
});
