import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { CSV, makePdf, makeXlsx, makeZip } from '../../../test/attachments.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { makePng } from '../../../test/pictures.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import type { Attachment } from '../attachments.ts';
import { createS3PictureStore } from '../storage/s3-picture-store.ts';

const LIMIT = 100 * 1024 * 1024;

let app: TestApp;
let token = '';

async function begin(options: Parameters<typeof makeApp>[0] = {}) {
  app = await makeApp(options);
  token = await app.signIn();
}

function upload(file: BodyInit, name: string, as: string | null = token) {
  return app.send('POST', `/api/admin/attachments?${new URLSearchParams({ name })}`, {
    token: as,
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });
}

async function uploaded(file: Buffer | string, name: string): Promise<Attachment> {
  const response = await upload(bytesOf(file), name);
  const body = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${body}`);
  return (JSON.parse(body) as { attachment: Attachment }).attachment;
}

const bytesOf = (file: Buffer | string) => new Uint8Array(Buffer.from(file));

const leftBehind = () => readdir(app.mediaDir);

async function library(
  query = '',
): Promise<{ attachments: Attachment[]; total: number; nextCursor: string | null }> {
  return (await app.get(`/api/admin/attachments${query}`, token)).json();
}

describe.each([
  ['in a folder', () => begin()],
  [
    'in a bucket',
    async () => begin({ pictureStore: createS3PictureStore((await startObjectStore()).bucket) }),
  ],
])('files %s:', (_, open) => {
  beforeEach(open);

  it.each<[string, string, () => Buffer | string, string]>([
    ['pdf', 'Dose response.pdf', () => makePdf(), 'application/pdf'],
    ['csv', 'doses.csv', () => CSV, 'text/csv'],
    ['csv', 'doses.csv', () => Buffer.from(`\u{FEFF}${CSV}`, 'utf16le'), 'text/csv'],
    ['zip', 'data.ZIP', () => makeZip({ 'a.csv': CSV }, 'a comment'), 'application/zip'],
    [
      'xlsx',
      'Table 1.xlsx',
      () => makeXlsx(),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ])('a %s (%s) is taken, and downloaded as it was', async (type, name, make, mime) => {
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

  it('the same file is one file, however often and at once it comes, by its first name', async () => {
    const file = bytesOf(makePdf());
    const answers = await Promise.all([1, 2, 3].map((i) => upload(file, `copy-${i}.pdf`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const bodies = (await Promise.all(answers.map((each) => each.json()))) as {
      attachment: Attachment;
    }[];
    expect(new Set(bodies.map(({ attachment }) => attachment.address)).size).toBe(1);
    expect((await library()).total).toBe(1);
  });

  it('a part, a tag and a HEAD are answered as of pictures', async () => {
    const file = makePdf();
    const { address } = await uploaded(file, 'a.pdf');
    const part = await app.send('GET', address, { headers: { Range: 'bytes=5-9' } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 5-9/${file.length}`,
    ]);
    expect(part.headers.get('Content-Disposition')).toMatch(/^attachment/);
    expect(await part.text()).toBe(file.toString().slice(5, 10));
    const tag = part.headers.get('ETag') ?? '';
    const known = await app.send('GET', address, { headers: { 'If-None-Match': tag } });
    expect(known.status).toBe(304);
    const head = await app.send('HEAD', address, { headers: { 'Accept-Encoding': 'br' } });
    expect(head.headers.get('Content-Length')).toBe(String(file.length));
  });

  it('a table is not compressed in memory, so that parts of it can be requested', async () => {
    const { address } = await uploaded(CSV.repeat(1_000), 'long.csv');
    const response = await app.send('GET', address, { headers: { 'Accept-Encoding': 'br' } });
    expect(response.headers.get('Content-Encoding')).toBeNull();
    expect(response.headers.get('ETag')).toMatch(/^"/);
    expect(await response.text()).toBe(CSV.repeat(1_000));
  });

  it('a file that a post links to stays, and one that was removed is gone', async () => {
    const { id, address } = await uploaded(CSV, 'doses.csv');
    const post = { title: 'Doses', slug: 'doses', content: `[doses.csv](${address})` };
    await app.postJson('/api/admin/blog/posts', post, token);
    const [listed] = (await library()).attachments;
    expect(listed?.usedIn).toEqual([
      { kind: 'post', slug: 'doses', title: 'Doses', isInTrash: false },
    ]);
    const remove = () => app.send('DELETE', `/api/admin/attachments/${id}`, { token });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      detail: expect.stringMatching(/^This file is used in “Doses”/),
    });
    await app.putJson('/api/admin/blog/posts/doses', { ...post, content: 'Text' }, token);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await app.get(address)).status).toBe(404);
    for (const [status, answer] of [
      ['published', 422],
      ['draft', 409],
    ]) {
      const late = { ...post, slug: 'late', status };
      expect((await app.postJson('/api/admin/blog/posts', late, token)).status).toBe(answer);
    }
    expect((await uploaded(CSV, 'doses.csv')).address).toBe(address);
    expect((await app.get(address)).status).toBe(200);
  });

  it('the sweep takes nothing that is in the library', async () => {
    const { address, id } = await uploaded(CSV, 'doses.csv');
    await app.db.query
      .insertInto('picture_operations')
      .values({ picture_id: id, kind: 'upload', since: '1970-01-01T00:00:00.000Z' })
      .execute();
    await app.services.media.sweepPictures();
    expect((await app.get(address)).status).toBe(200);
  });
});

describe('a file that is refused', () => {
  beforeEach(() => begin());

  const page = '<!doctype html><script>alert(1)</script>';
  const binary = randomBytes(2_000);

  it.each<[string, string, () => Buffer | string | Promise<Buffer>, RegExp]>([
    ['a page', 'report.pdf', () => page, /named \.pdf, but does not contain a PDF/],
    ['a page', 'report.csv', () => page, /markup/],
    ['a page after a byte-order mark', 'report.csv', () => `\u{FEFF}\n ${page}`, /markup/],
    ['a page in UTF-16', 'report.csv', () => Buffer.from(`\u{FEFF}${page}`, 'utf16le'), /markup/],
    ['a page', 'report.html', () => page, /Files of this type are not accepted/],
    ['a page', 'report', () => page, /Files of this type/],
    ['a page with a PDF behind it', 'report.pdf', () => page + makePdf(), /not contain a PDF/],
    [
      'a PDF that is cut off',
      'report.pdf',
      () => makePdf().subarray(0, 60),
      /damaged or incomplete/,
    ],
    [
      'the head of a PDF before a page',
      'report.pdf',
      () => `%PDF-1.7\n${page}`,
      /damaged or incomplete/,
    ],
    ['a PDF', 'report.csv', () => makePdf(), /named \.csv, but contains a PDF/],
    ['a PDF', 'report.pdf.exe', () => makePdf(), /named \.exe/],
    ['an archive', 'report.pdf', () => makeZip({ a: 'b' }), /contains a ZIP/],
    [
      'a script with an archive behind it',
      'data.zip',
      () => `alert(1)//${makeZip({ a: 'b' }).toString('latin1')}`,
      /not contain a ZIP/,
    ],
    [
      'an archive with a script behind it',
      'data.zip',
      () => Buffer.concat([makeZip({ a: 'b' }), Buffer.from('\nalert(1)')]),
      /at its end/,
    ],
    [
      'an archive that is cut off',
      'data.zip',
      () => makeZip({ a: 'b'.repeat(99) }).subarray(0, 90),
      /damaged/,
    ],
    ['an empty archive', 'data.zip', () => makeZip({}), /empty/],
    [
      'a text document',
      'paper.docx',
      () => makeZip({ '[Content_Types].xml': '', 'word/document.xml': '' }),
      /named \.docx/,
    ],
    ['a workbook with macros', 'book.xlsx', () => makeXlsx({ 'xl/vbaProject.bin': 'x' }), /macros/],
    ['a workbook', 'book.zip', () => makeXlsx(), /Excel workbook.*Rename it to \.xlsx/],
    [
      'an old workbook',
      'book.xls',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), binary]),
      /old format/,
    ],
    ['bytes', 'doses.csv', () => binary, /no text|not in UTF-8/],
    ['Latin 1', 'doses.csv', () => Buffer.from('a;b\nµ;é\n', 'latin1'), /CSV UTF-8/],
    ['blanks', 'doses.csv', () => ' \n ', /no text/],
    ['a picture', 'curve.pdf', () => makePng(), /not contain a PDF/],
    ['a program', 'setup.exe', () => Buffer.concat([Buffer.from('MZ'), binary]), /not accepted/],
  ])('is told why: %s called %s', async (_, name, make, words) => {
    const response = await upload(bytesOf(await make()), name);
    expect([response.status, await response.json()]).toEqual([
      415,
      { detail: expect.stringMatching(words) },
    ]);
    expect(await leftBehind()).toEqual([]);
    expect((await library()).total).toBe(0);
    expect(app.errors).toEqual([]);
  });

  it('is empty, or has one byte more than 100 MB, announced or not', async () => {
    expect((await upload(new Uint8Array(), 'a.pdf')).status).toBe(400);
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const response = await upload(endless, 'a.zip');
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(LIMIT + 4 * 1024 * 1024);
    expect(await leftBehind()).toEqual([]);
  });

  it('leaves nothing when it does not come whole', async () => {
    const cutOff = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(makePdf())),
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect((await upload(cutOff, 'a.pdf')).status).toBe(400);
    expect(await leftBehind()).toEqual([]);
    expect((await library()).total).toBe(0);
  });

  it('is of somebody who is not signed in', async () => {
    expect((await upload(bytesOf(CSV), 'a.csv', null)).status).toBe(401);
    expect((await app.get('/api/admin/attachments', null)).status).toBe(401);
    expect(
      (await app.send('DELETE', `/api/admin/attachments/${'0'.repeat(32)}`, { token: null }))
        .status,
    ).toBe(401);
  });
});

describe('the name of a file', () => {
  beforeEach(() => begin());

  it.each<[string, string, string]>([
    ['Résumé of “doses” µM.csv', 'resume-of-doses-m.csv', 'Résumé of “doses” µM.csv'],
    ['../../etc/passwd.csv', 'passwd.csv', 'passwd.csv'],
    ['C:\\Users\\me\\Doses.CSV', 'doses.csv', 'Doses.CSV'],
    ['invoice\u{202E}fdp.csv', 'invoicefdp.csv', 'invoicefdp.csv'],
    [
      'a"; filename=evil.html;\r\nX: y.csv',
      'a-filename-evil-html-x-y.csv',
      'a_; filename=evil.html;X_ y.csv',
    ],
    ["it's 100% (done)*.csv", 'it-s-100-done.csv', "it's 100% (done)_.csv"],
    ['剂量.csv', 'file.csv', '剂量.csv'],
    [`${'x'.repeat(240)}.csv`, `${'x'.repeat(80)}.csv`, `${'x'.repeat(240)}.csv`],
  ])('%j is safe in the URL and in the header', async (name, inUrl, stored) => {
    const attachment = await uploaded(CSV, name);
    expect([attachment.name, attachment.address.split('/').at(-1)]).toEqual([stored, inUrl]);
    const response = await app.get(attachment.address);
    expect(response.status).toBe(200);
    const header = response.headers.get('Content-Disposition') ?? '';
    const [, ascii, encoded = ''] =
      /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w%.~!#$&+^`|-]*)$/.exec(
        header,
      ) ?? [];
    expect(ascii).toBe(inUrl);
    expect(decodeURIComponent(encoded)).toBe(stored);
  });

  it('is needed in full: no other leads to the file', async () => {
    const { id } = await uploaded(CSV, 'doses.csv');
    for (const path of [
      `/media/${id}/file.csv`,
      `/media/${id}/other.csv`,
      `/media/${id}/doses.html`,
      `/media/${id}/doses.pdf`,
      `/media/${id}/Doses.csv`,
      `/media/${id}/doses.csv/`,
      `/media/${id}/..%2f${id}%2fdoses.csv`,
      `/media/${'0'.repeat(32)}/doses.csv`,
    ]) {
      expect([path, (await app.get(path)).status]).toEqual([path, 404]);
    }
  });
});

it('the list is paged by cursor, and searched by name', async () => {
  await begin();
  for (const number of [1, 2, 3]) {
    await uploaded(`${CSV}${number}`, `Doses ${number}.csv`);
    app.clock.advance(1_000);
  }
  const first = await library('?limit=2');
  expect([first.total, first.attachments.map(({ name }) => name)]).toEqual([
    3,
    ['Doses 3.csv', 'Doses 2.csv'],
  ]);
  const second = await library(`?limit=2&cursor=${first.nextCursor}`);
  expect([second.attachments.map(({ name }) => name), second.nextCursor]).toEqual([
    ['Doses 1.csv'],
    null,
  ]);
  expect((await library('?q=DOSES%203')).total).toBe(1);
  expect((await library('?q=nothing')).attachments).toEqual([]);
});
