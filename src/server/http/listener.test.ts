import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';

it('a server with cached pages sends the same bytes and headers the second time, without rendering', async () => {
  let rendered = 0;
  const { get } = await serveSite({
    renderPage: async () => {
      rendered += 1;
      const headers = { 'Content-Type': 'text/html; charset=utf-8' };
      return new Response(`<p>a page</p>${' '.repeat(5000)}`, { headers });
    },
  });
  const accept = 'Accept-Encoding: gzip, deflate, br, zstd';
  const [first, second] = [await get('/', accept), await get('/', accept)];
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(first.headers);
  expect(Object.fromEntries(second.headers)).toMatchObject(headers);
  expect(second.body).toBe(first.body);
  const body = brotliDecompressSync(Buffer.from(second.body, 'latin1'));
  expect(body.toString()).toContain('<p>a page</p>');
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': expect.stringContaining('s-maxage'),
    'x-content-type-options': 'nosniff',
  });
  expect(rendered).toBe(1);
});

it('a built file comes by its path alone, whatever else is asked, and its compressed copy has no URL', async () => {
  const { get } = await serveSite();
  for (const target of ['/static/a.js', '/static/a.js?x=1', 'http://site.test/static/a.js']) {
    const plain = await get(target, 'Authorization: Bearer x');
    expect([target, plain.status, plain.body]).toEqual([target, 200, 'a()']);
    expect(plain.headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
  const copy = await get('/static/a.js.br');
  expect(copy.headers.get('Content-Type')).toMatch(/^text\/html/);
});
