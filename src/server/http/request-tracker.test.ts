import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { sendRaw } from '../../../test/raw-connection.ts';
import { createPageCache } from './cache/page-cache.ts';
import { type CompletedRequest, currentRequestId, trackRequests } from './request-tracker.ts';
import { kindOfRoute } from './route-kind.ts';
import { createSiteServer } from './server.ts';

type Options = { trustedProxies?: readonly string[]; reportCacheHits?: boolean };

/** The test site behind a real server that tracks requests. */
async function serve({ trustedProxies = [], reportCacheHits = false }: Options = {}) {
  const completed: CompletedRequest[] = [];
  const seen: (string | undefined)[] = [];
  const site = await makeApp({
    renderPage: async ({ url }) => {
      seen.push(currentRequestId());
      return new Response(`<p>${'x'.repeat(3000)}</p>`, {
        status: new URL(url).pathname === '/missing' ? 404 : 200,
        headers: { 'Content-Type': 'text/html' },
      });
    },
  });
  const publicUrl = 'https://site.test';
  const cache = createPageCache({
    fetch: site.app.fetch,
    publicUrl,
    nextDue: site.services.posts.nextDue,
    maxBytes: 1_000_000,
    now: () => site.clock.now().getTime(),
  });
  const tracker = trackRequests({
    routeAt: site.routeAt,
    trustedProxies,
    onCompleted: (request) => completed.push(request),
    onCacheHit: reportCacheHits ? (request) => completed.push(request) : undefined,
  });
  const reportError = (error: unknown) => site.errors.push(error);
  const server = createSiteServer({ cache, assets: new Map(), publicUrl, reportError, tracker });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = ask({ port, host: '127.0.0.1', path, method, headers, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await answer.toArray();
    // A request completes on the server a moment after the client has the response.
    while (tracker.inFlight() > 0) await new Promise((resolve) => setImmediate(resolve));
    return { status: answer.statusCode, id: answer.headers['x-request-id'] };
  };
  return { port, send, completed, seen, tracker };
}

describe('a request', () => {
  it('that is not answered from memory is reported once, with the id of its response', async () => {
    const { send, completed, seen } = await serve();
    const { id } = await send('/missing?email=reader@people.test', {
      'User-Agent': 'Somebody/1.0',
      Authorization: 'Bearer secret',
    });
    expect(completed).toEqual([
      {
        request: id,
        method: 'GET',
        route: 'page',
        path: '/*',
        status: 404,
        ms: expect.any(Number),
        bytes: expect.any(Number),
      },
    ]);
    expect(completed[0]?.bytes).toBeGreaterThan(3000);
    expect(seen).toEqual([id]);
  });

  it('that is answered from memory is counted and not reported, and has no id to look for', async () => {
    const { send, completed, tracker } = await serve();
    const first = await send('/');
    const [second, third] = [await send('/'), await send('/', {}, 'HEAD')];
    expect([typeof first.id, second.id, third.id]).toEqual(['string', undefined, undefined]);
    expect(completed).toHaveLength(1);
    expect(tracker.cacheHits.page).toEqual({
      GET: { full: 1, notModified: 0 },
      HEAD: { full: 1, notModified: 0 },
    });
    const tag = '*';
    expect((await send('/', { 'If-None-Match': tag })).status).toBe(304);
    expect(tracker.cacheHits.page.GET).toEqual({ full: 1, notModified: 1 });
  });

  it('that is answered from memory is reported where that is wanted', async () => {
    const { send, completed } = await serve({ reportCacheHits: true });
    await send('/');
    await send('/?token=secret');
    expect(completed.map(({ path, status }) => [path, status])).toEqual([
      ['/*', 200],
      ['/*', 200],
    ]);
  });

  it('has the id of a trusted proxy, if it is valid', async () => {
    const { send } = await serve({ trustedProxies: ['127.0.0.1'], reportCacheHits: true });
    expect((await send('/', { 'X-Request-Id': 'abc-123_X' })).id).toBe('abc-123_X');
    expect((await send('/', { 'X-Request-Id': 'a'.repeat(65) })).id).toMatch(/^[\w-]{10,20}$/);
    expect((await send('/', { 'X-Request-Id': 'a {"b"}' })).id).toMatch(/^[\w-]{10,20}$/);
  });

  it('ignores the id of an untrusted client', async () => {
    const { send } = await serve();
    expect((await send('/', { 'X-Request-Id': 'abc-123' })).id).not.toBe('abc-123');
  });
});

describe('the path in the log', () => {
  const token = 'kJ8sYq0ZbX3mVw1LrT5uNc7hPd9eFgAa-_Bc3dE4fG5';
  it.each([
    ['/blog/a.md', '/blog/:file{[^/]*\\.md}'],
    ['/blog/x/share.png', '/blog/:slug/share.png'],
    [`/api/newsletter/letters/${token}`, '/api/newsletter/letters/:token'],
    [`/api/newsletter/l%65tters/${token}`, '/api/newsletter/letters/:token'],
    [`/api/newsletter/letters/${token}%zz?x=${token}`, '/api/newsletter/letters/:token'],
    [`/API/newsletter/letters/${token}`, '/*'],
    [`/api/${token}`, '/api/*'],
    [`/media/${token}`, '/media/*'],
    [`/reader@people.test/${token}`, '/*'],
    [`https://reader:${token}@site.test/blog?x=1`, '/*'],
    [`//site.test/${token}`, '/*'],
  ])('%s is %s: nothing that was sent', async (target, path) => {
    const { send, completed } = await serve();
    await send(target);
    expect(completed).toMatchObject([{ path }]);
    expect(JSON.stringify(completed)).not.toContain(token);
  });

  it('a malformed request has an entry with the id of its response, and without user input', async () => {
    const { port, completed } = await serve();
    const { answers } = await sendRaw(
      port,
      `GET /${token} HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`,
    );
    expect(completed).toEqual([
      {
        request: answers[0]?.headers.get('X-Request-Id'),
        method: '',
        route: 'malformed',
        path: '-',
        status: 400,
        ms: 0,
        bytes: 0,
        code: 'HPE_INVALID_HEADER_TOKEN',
      },
    ]);
  });
});

it.each([
  ['/', 'page'],
  ['/*', 'page'],
  ['/admin/dashboard', 'page'],
  ['/feed.xml', 'page'],
  ['/api/blog/posts', 'api'],
  ['/api/*', 'api'],
  ['/api/admin/login', 'admin-api'],
  ['/media/*', 'picture'],
  ['/blog/:slug/share.png', 'share-image'],
  ['/readyz', 'health'],
])('%s counts as %s', (pattern, kind) => {
  expect(kindOfRoute(pattern)).toBe(kind);
});
