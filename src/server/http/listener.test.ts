import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { makeAssets } from '../../../test/make-assets.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import { createPageCache } from './cache/page-cache.ts';
import { createListener } from './listener.ts';

const SCRIPT = '// a script\n'.repeat(200);

/** The test site behind a real server, with a page cache. */
async function serve() {
  let rendered = 0;
  const site = await makeApp({
    renderPage: async ({ url }) => {
      rendered += 1;
      return new Response(`<p>${new URL(url).pathname}</p>${' '.repeat(5000)}`, {
        status: url.endsWith('/missing') ? 404 : 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    },
  });
  const cache = createPageCache({
    fetch: site.app.fetch,
    publicUrl: 'https://site.test',
    nextDue: site.services.posts.nextDue,
    now: () => site.clock.now().getTime(),
    maxBytes: 1_000_000,
  });
  const server = createServer(
    createListener({
      cache,
      assets: await makeAssets({
        'static/A.js': SCRIPT,
        'static/A.js.br': brotliCompressSync(`${SCRIPT}// beforehand`),
      }),
      publicUrl: 'https://site.test',
      reportError: (error) => site.errors.push(error),
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const [answer] = (await once(
      ask({
        port,
        host: '127.0.0.1',
        path,
        method,
        headers: { Connection: 'close', ...headers },
      }).end(),
      'response',
    )) as [IncomingMessage];
    const body = Buffer.concat(await answer.toArray());
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  return { site, send, rendered: () => rendered };
}

describe('a server with cached pages', () => {
  it('sends the same bytes and headers the second time, without rendering', async () => {
    const { send, rendered } = await serve();
    const accept = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
    const [first, second] = [await send('/', accept), await send('/', accept)];
    const { date: _, 'x-request-id': __, ...headers } = first.headers;
    expect(second.headers).toMatchObject(headers);
    expect(second.body.equals(first.body)).toBe(true);
    expect(brotliDecompressSync(second.body).toString()).toContain('<p>/</p>');
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': expect.stringContaining('s-maxage'),
      'x-content-type-options': 'nosniff',
    });
    expect(rendered()).toBe(1);
  });

  it('answers HEAD, and 304 to a matching tag, also on a cache miss', async () => {
    const { send } = await serve();
    for (const _ of ['miss', 'hit']) {
      const { headers, status, body } = await send('/', { 'Accept-Encoding': 'br' }, 'HEAD');
      expect([status, body.length, headers['content-encoding']]).toEqual([200, 0, 'br']);
      const known = await send('/', {
        'Accept-Encoding': 'br',
        'If-None-Match': headers.etag ?? '',
      });
      expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
    }
  });

  it('does not cache a 404', async () => {
    const { send, rendered } = await serve();
    for (const _ of [1, 2]) {
      const { status, headers } = await send('/missing', { 'Accept-Encoding': 'br' });
      expect([status, headers['content-encoding']]).toEqual([404, 'br']);
      expect(headers['cache-control']).toBe('no-cache');
    }
    expect(rendered()).toBe(2);
  });

  it('sends no cached page to a request with a token, and does not cache its response', async () => {
    const { site, send } = await serve();
    await send('/');
    const mine = await send('/', { Authorization: `Bearer ${await site.signIn()}` });
    expect(mine.headers['cache-control']).toBe('private, no-store');
    expect((await send('/')).headers['cache-control']).toContain('public');
  });

  it('caches feeds, which change with the posts', async () => {
    const { site, send } = await serve();
    const plain = await send('/feed.xml');
    const draft = { title: 'New', slug: 'new', content: 'Text', status: 'published' };
    await site.services.posts.createPost(postInputSchema.parse(draft));
    expect((await send('/feed.xml')).body.equals(plain.body)).toBe(true);
  });
});

describe('a built file', () => {
  it('comes from memory as it was compressed by the build, and is immutable for browsers', async () => {
    const { send } = await serve();
    for (const _ of ['miss', 'hit']) {
      const { status, headers, body } = await send('/static/A.js', { 'Accept-Encoding': 'br' });
      expect(status).toBe(200);
      expect(brotliDecompressSync(body).toString()).toBe(`${SCRIPT}// beforehand`);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/^text\/javascript/),
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
    }
    for (const target of ['/static/A.js?x=1', 'http://site.test/static/A.js']) {
      const plain = await send(target, { Authorization: 'Bearer x' });
      expect([target, plain.status, plain.body.toString()]).toEqual([target, 200, SCRIPT]);
    }
  });

  it('has no URL for its compressed copy', async () => {
    const { send } = await serve();
    const copy = await send('/static/A.js.br');
    expect(copy.headers['content-type']).toMatch(/^text\/html/);
  });
});
