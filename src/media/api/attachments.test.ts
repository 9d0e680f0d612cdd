import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { CSV, makePdf, makeXlsx, makeZip } from '../../../test/attachments.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import type { Attachment } from '../library.ts';

const LIMIT = 100 * 1024 * 1024;

let app: TestApp;
let token = '';

beforeEach(async () => {
  app = await makeApp();
  token = await app.signIn();
});

function upload(file: BodyInit | Buffer, name: string) {
  return app.send('POST', `/api/admin/media?${new URLSearchParams({ name })}`, {
    token,
    headers: { 'Content-Type': 'application/octet-stream' },
    body: Buffer.isBuffer(file) ? new Uint8Array(file) : file,
  });
}

async function uploaded(file: Buffer | string, name: string): Promise<Attachment> {
  const response = await upload(file, name);
  const body = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${body}`);
  return (JSON.parse(body) as { item: Attachment }).item;
}

type Page = { items: Attachment[]; total: number; nextCursor: string | null };

const library = async (): Promise<Page> =>
  (await app.get('/api/admin/media?kind=file', token)).json();

async function expectNothingStored(): Promise<void> {
  expect(await readdir(app.mediaDir)).toEqual([]);
  expect((await library()).total).toBe(0);
  expect(app.errors).toEqual([]);
}

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

it('a file is sent uncompressed, also a table, and not to who has it', async () => {
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

it('a file that a post links to stays, and one that was removed is gone', async () => {
  const { id, address } = await uploaded(CSV, 'doses.csv');
  const post = { title: 'Doses', slug: 'doses', content: `[doses.csv](${address})` };
  await app.postJson('/api/admin/blog/posts', post, token);
  const [listed] = (await library()).items;
  expect(listed?.usedIn).toEqual([
    { kind: 'post', slug: 'doses', title: 'Doses', isInTrash: false },
  ]);
  const remove = () => app.send('DELETE', `/api/admin/media/${id}`, { token });
  const refused = await remove();
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { detail: expect.stringMatching(/^This file is used in “Doses”/) },
  ]);
  await app.putJson('/api/admin/blog/posts/doses', { ...post, content: 'Text' }, token);
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await app.get(address)).status).toBe(404);
  expect((await uploaded(CSV, 'doses.csv')).address).toBe(address);
  expect((await app.get(address)).status).toBe(200);
});

describe('a file that is refused', () => {
  const page = '<!doctype html><script>alert(1)</script>';
  const binary = randomBytes(2_000);

  it('is not what its name says, or no text, which is told', async () => {
    const files: [string, Buffer | string, RegExp][] = [
      ['report.pdf', page, /named \.pdf, but is something else/],
      ['report.csv', page, /named \.csv/],
      ['report.csv', `\u{FEFF}\n ${page}`, /named \.csv/],
      ['report.csv', Buffer.from(`\u{FEFF}${page}`, 'utf16le'), /named \.csv/],
      ['report.html', page, /Files of this type are not accepted/],
      ['report', page, /Files of this type/],
      ['report.pdf', page + makePdf(), /something else/],
      ['report.csv', makePdf(), /named \.csv, but is of the type PDF/],
      ['report.pdf.exe', makePdf(), /Files of this type/],
      ['report.pdf', makeZip({ a: 'b' }), /of the type ZIP/],
      ['script.zip', `alert(1)//${makeZip({ a: 'b' }).toString('latin1')}`, /something else/],
      ['doses.csv', binary, /something else/],
      ['setup.exe', Buffer.concat([Buffer.from('MZ'), binary]), /not accepted/],
    ];
    for (const [name, file, words] of files) {
      const response = await upload(file, name);
      expect([name, response.status, await response.json()]).toEqual([
        name,
        415,
        { detail: expect.stringMatching(words) },
      ]);
    }
    await expectNothingStored();
  });

  it('is empty, has more than 100 MB, announced or not, or does not come whole', async () => {
    expect((await upload(new Uint8Array(), 'a.pdf')).status).toBe(400);
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    expect((await upload(endless, 'a.zip')).status).toBe(413);
    expect(sent).toBeLessThan(LIMIT + 4 * 1024 * 1024);
    const cutOff = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(makePdf())),
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect((await upload(cutOff, 'a.pdf')).status).toBe(400);
    await expectNothingStored();
  });
});

describe('the name of a file', () => {
  it('is safe in the URL and in the header', async () => {
    for (const [i, [name, inUrl, stored]] of [
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
    ].entries()) {
      const attachment = await uploaded(`${CSV}${i}`, name ?? '');
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
    }
  });

  it('is needed in full: no other leads to the file', async () => {
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
