import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
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

const SPELLINGS =
  `/blog/ /Blog /BLOG //blog /./blog /x/../blog /x/%2e%2e/blog /%62log /blog%20 /blog. /blog.. /blog;x=1 /blog%3bx
  /blog%2f /blog%00 /blog%3Fpage=2 /blog?page=02 /blog?page=2&page=3 /blog?PAGE=2 /blog?page[]=2 /blog?%70age=2
  /blog?page=2%00 /blog?x=<script> /blog?page=2#x /blog?utm_source=evil /blog?q=evil /blog?__proto__=1 /blog? /blog?&
  /blog?x=${'y'.repeat(10_000)} /${'blog/'.repeat(200)}`.split(/\s+/);

it('another spelling of a URL is never cached as the page of the canonical URL, and never changes it', async () => {
  const { get, cache } = await serveSite();
  for (const spelling of SPELLINGS) {
    cache.clear();
    const { status } = await get(spelling);
    expect([spelling, [200, 404].includes(status)]).toEqual([spelling, true]);
    // The page was rendered for the canonical URL, with nothing of the client's.
    const plain = await get('/blog');
    expect([spelling, plain.body]).toEqual([
      spelling,
      expect.stringContaining('["https://site.test/blog"]'),
    ]);
    const second = await get('/blog?page=2');
    await get(spelling);
    expect([spelling, (await get('/blog')).body]).toEqual([spelling, plain.body]);
    expect([spelling, (await get('/blog?page=2')).body]).toEqual([spelling, second.body]);
  }
});

const TRAVERSALS =
  '.. %2e%2e %2E. %252e%252e ..%2f.. ..%5c.. ..; .%00. %c0%ae%c0%ae ..%ef%bc%8f.. ....//'.split(
    ' ',
  );

it('a file outside the served folders is not reached by any path traversal', async () => {
  const { get, site } = await serveSite();
  const secret = join(site.mediaDir, '..', 'secret.txt');
  writeFileSync(secret, 'needle');
  onTestFinished(() => rmSync(secret, { force: true }));
  for (const start of ['/static', '/media', '/blog', '/media/00', '/api', '']) {
    for (const traversal of TRAVERSALS) {
      for (const target of ['secret.txt', 'package.json', 'etc/passwd', 'share.png', 'x.md']) {
        const path = `${start}/${traversal}/${target}`;
        const { status, headers, body } = await get(path);
        expect([path, status < 500]).toEqual([path, true]);
        expect([path, body]).toEqual([path, expect.not.stringMatching(/needle|root:|"scripts"/)]);
        expect([path, headers.get('X-Content-Type-Options')]).toEqual([path, 'nosniff']);
      }
    }
  }
  expect(site.errors).toEqual([]);
});
