import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import * as encoding from '../compression.ts';
import { storeResponse, toResponse } from './stored-response.ts';

vi.mock('../compression.ts', { spy: true });

const TEXT = 'A sentence of a page. '.repeat(200);

function stored(headers: Record<string, string> = {}, status = 200, text = TEXT) {
  return storeResponse({
    status,
    headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8', ...headers }),
    body: Buffer.from(text),
  });
}

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('https://site.test/', { method, headers });

describe('a stored page', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('reaches a browser that takes %s whole, and small', async (encoding, decode) => {
    const page = stored();
    // Once for concurrent requests.
    const [first, second] = [page.represent(encoding), page.represent(encoding)];
    expect(await first).toBe(await second);
    const { body, headers } = await first;
    expect(body.length).toBeLessThan(TEXT.length / 10);
    expect(decode(body).toString()).toBe(TEXT);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      vary: 'Accept-Encoding',
    });
    expect(page.represent(encoding)).toMatchObject({ body });
  });

  it('is sent uncompressed while there is no memory to compress it, and compressed afterwards', async () => {
    const page = stored();
    vi.mocked(encoding.encode).mockRejectedValueOnce(new Error('not enough memory'));
    const [first, second] = await Promise.all([page.represent('br'), page.represent('br')]);
    expect(first.body.toString()).toBe(TEXT);
    expect(first.headers['content-encoding']).toBeUndefined();
    expect(second).toBe(first);
    expect((await page.represent('br')).headers['content-encoding']).toBe('br');
  });

  it('has a strong tag for each encoding, so that no cache joins parts of different bytes', async () => {
    const page = stored();
    const tags = await Promise.all(
      ([null, 'br', 'gzip'] as const).map(async (each) => (await page.represent(each)).tag),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect((await stored({}, 200, `${TEXT}.`).represent('br')).tag).not.toBe(tags[1]);
    expect((await stored({}, 200, TEXT).represent('br')).tag).toBe(tags[1]);
  });

  it.each([
    ['its tag', (tag: string) => tag],
    ['its tag among others', (tag: string) => `"x", W/${tag}`],
    ['any', () => '*'],
  ])('is a 304 when If-None-Match has %s', async (_, naming) => {
    const page = await stored({ 'Cache-Control': 'public', 'X-Else': 'y' }).represent('br');
    const answer = toResponse(page, ask({ 'If-None-Match': naming(page.tag) }));
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'public',
      etag: page.tag,
      vary: 'Accept-Encoding',
    });
  });

  it('is sent when the client has another version or encoding, or when it is a 404', async () => {
    const [page, plain] = [await stored().represent('br'), await stored().represent(null)];
    for (const tag of ['"x"', plain.tag]) {
      expect(toResponse(page, ask({ 'If-None-Match': tag })).status).toBe(200);
    }
    const missing = await stored({}, 404).represent(null);
    expect(toResponse(missing, ask({ 'If-None-Match': '*' })).status).toBe(404);
  });

  it('has the same headers for HEAD', async () => {
    const page = await stored().represent('br');
    const [head, get] = [toResponse(page, ask({}, 'HEAD')), toResponse(page, ask())];
    expect(await head.text()).toBe('');
    expect([...head.headers]).toEqual([...get.headers]);
  });
});

describe('a response that must not be compressed', () => {
  it.each([
    ['a short text', stored({}, 200, 'short')],
    ['a picture', stored({ 'Content-Type': 'image/png' })],
    ['what is compressed already', stored({ 'Content-Encoding': 'gzip' })],
    ['a secret', stored({ 'Cache-Control': 'private, no-store' })],
  ])('%s is sent as it is', async (_, page) => {
    const { headers } = await page.represent('br');
    expect(headers['content-encoding']).not.toBe('br');
    expect(page.represent('br')).toBe(page.represent(null));
  });
});
