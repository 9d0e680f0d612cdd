import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { createPageCache } from './cache/page-cache.ts';
import { createListener } from './listener.ts';
import { loggedPath, routeOf } from './logged-path.ts';
import { type Answered, currentRequest, watchRequests } from './request-watch.ts';

type Options = { trustedProxies?: readonly string[]; fromMemoryToo?: boolean };

/** The test site behind a real server that is watched. */
async function serve({ trustedProxies = [], fromMemoryToo = false }: Options = {}) {
  const told: Answered[] = [];
  const seen: (string | undefined)[] = [];
  const site = await makeApp({
    renderPage: async ({ url }) => {
      seen.push(currentRequest());
      return new Response(`<p>${'x'.repeat(3000)}</p>`, {
        status: new URL(url).pathname === '/missing' ? 404 : 200,
        headers: { 'Content-Type': 'text/html' },
      });
    },
  });
  const publicUrl = 'https://site.test';
  const cache = createPageCache({
    ...{ fetch: site.app.fetch, publicUrl, nextDue: site.services.nextDue, maxBytes: 1_000_000 },
    now: () => site.clock.now().getTime(),
  });
  const watch = watchRequests({
    trustedProxies,
    answered: (answered) => told.push(answered),
    answeredFromMemory: fromMemoryToo ? (answered) => told.push(answered) : undefined,
  });
  const reportError = (error: unknown) => site.errors.push(error);
  const server = createServer(
    createListener({ cache, assets: new Map(), publicUrl, reportError, watch }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = ask({ port, host: '127.0.0.1', path, method, headers, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await answer.toArray();
    // What is told is told when the answer has gone, a moment after it has come.
    while (watch.underWay() > 0) await new Promise((resolve) => setImmediate(resolve));
    return { status: answer.statusCode, id: answer.headers['x-request-id'] };
  };
  return { send, told, seen, watch };
}

describe('a request', () => {
  it('that is answered anew is told once, with the id that its answer bears', async () => {
    const { send, told, seen } = await serve();
    const { id } = await send('/missing?email=reader@people.test', {
      'User-Agent': 'Somebody/1.0',
      Authorization: 'Bearer secret',
    });
    expect(told).toEqual([
      {
        request: id,
        method: 'GET',
        route: 'page',
        path: '/missing',
        status: 404,
        ms: expect.any(Number),
        bytes: expect.any(Number),
      },
    ]);
    expect(told[0]?.bytes).toBeGreaterThan(3000);
    expect(seen).toEqual([id]);
  });

  it('that is answered from memory is counted and not told, and has no id to look for', async () => {
    const { send, told, watch } = await serve();
    const first = await send('/');
    const [second, third] = [await send('/'), await send('/', {}, 'HEAD')];
    expect([typeof first.id, second.id, third.id]).toEqual(['string', undefined, undefined]);
    expect(told).toHaveLength(1);
    expect(watch.kept.page).toEqual({ GET: { full: 1, not: 0 }, HEAD: { full: 1, not: 0 } });
    const tag = '*';
    expect((await send('/', { 'If-None-Match': tag })).status).toBe(304);
    expect(watch.kept.page.GET).toEqual({ full: 1, not: 1 });
  });

  it('that is answered from memory is told where that is asked for', async () => {
    const { send, told } = await serve({ fromMemoryToo: true });
    await send('/');
    await send('/?token=secret');
    expect(told.map(({ path, status }) => [path, status])).toEqual([
      ['/', 200],
      ['/', 200],
    ]);
  });

  it('keeps the id that a trusted proxy gave it, if it looks like one', async () => {
    const { send } = await serve({ trustedProxies: ['127.0.0.1'], fromMemoryToo: true });
    expect((await send('/', { 'X-Request-Id': 'abc-123_X' })).id).toBe('abc-123_X');
    expect((await send('/', { 'X-Request-Id': 'a'.repeat(65) })).id).toMatch(/^[\w-]{10,20}$/);
    expect((await send('/', { 'X-Request-Id': 'a {"b"}' })).id).toMatch(/^[\w-]{10,20}$/);
  });

  it('has no id of somebody else’s choice', async () => {
    const { send } = await serve();
    expect((await send('/', { 'X-Request-Id': 'abc-123' })).id).not.toBe('abc-123');
  });
});

describe('the path of a request in the log', () => {
  const token = 'kJ8sYq0ZbX3mVw1LrT5uNc7hPd9eFgAa-_Bc3dE4fG5';
  it.each([
    [`/preview/${token}`, '/preview/…'],
    [`/Preview/${token}.data`, '/Preview/…'],
    [`//preview//${token}`, '//preview/…/…'],
    ['/preview/short/and/more', '/preview/…/…/…'],
    [`/preview%2f${token}`, '/…'],
    [`/newsletter/confirm?token=${token}`, '/newsletter/confirm'],
    [`/newsletter/unsubscribe?token=${token}#x`, '/newsletter/unsubscribe'],
    [`/blog/${token}`, '/blog/…'],
    ['/reader@people.test', '/…'],
    ['/reader%40people.test/x', '/…/x'],
    [`https://reader:${token}@site.test/blog?x=1`, '/blog'],
    ['/a/b/c/d/e/f/g/h/i/j', '/a/b/c/d/e/f/g/h/…'],
    [`/${'a'.repeat(100)}`, '/…'],
  ])('%s is %s: no secret, no person', (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });

  it.each([
    '/',
    '/blog/how-to-read-an-ic50',
    '/blog/how-to-read-an-ic50.md',
    '/api/admin/blog/posts/2f1d3c4b-0000-4000-8000-000000000000',
    `/media/${'0123456789abcdef'.repeat(2)}/480.webp`,
    '/static/entry.client-B1x2Y3z4.js',
    '/admin/',
  ])('%s is told as it is', (url) => {
    expect(loggedPath(url)).toBe(url);
  });
});

it.each([
  ['/', 'page'],
  ['/admin/dashboard', 'page'],
  ['/feed.xml', 'page'],
  ['/api/blog/posts?limit=1', 'api'],
  ['/API/admin/login', 'admin-api'],
  ['/api/administrators', 'api'],
  ['/media/x/480.webp', 'picture'],
  ['/blog/a-post/share.png', 'share-image'],
  ['/readyz', 'health'],
])('%s counts as %s', (url, route) => {
  expect(routeOf(url)).toBe(route);
});
