import { describe, expect, it } from 'vitest';
import { serveSite } from '../../../test/serve-site.ts';
import { currentRequestId, kindOfRoute } from './request-tracker.ts';

describe('a request', () => {
  it('that is not answered from memory is reported once, with the id of its response; others are counted, and have no id to look for', async () => {
    const seen: (string | undefined)[] = [];
    const { get, send, completed, tracker } = await serveSite({
      renderPage: async ({ url }) => {
        seen.push(currentRequestId());
        const status = url.includes('/missing') ? 404 : 200;
        return new Response('x'.repeat(3000), { status, headers: { 'Content-Type': 'text/html' } });
      },
    });
    const path = '/missing?email=reader@people.test';
    const { headers } = await get(path, 'User-Agent: Somebody/1.0', 'Authorization: Bearer secret');
    const request = headers.get('X-Request-Id');
    // A request completes on the server a moment after the client has the response.
    await expect.poll(() => completed).toHaveLength(1);
    const numbers = { ms: expect.any(Number), bytes: expect.any(Number) };
    expect(completed).toEqual([
      { request, method: 'GET', route: 'page', path: '/*', status: 404, ...numbers },
    ]);
    expect(completed[0]?.bytes).toBeGreaterThan(3000);
    expect(seen).toEqual([request]);

    await get('/');
    expect((await get('/')).headers.get('X-Request-Id')).toBeNull();
    await send('HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await get('/', 'If-None-Match: *')).status).toBe(304);
    expect(completed).toHaveLength(2);
    expect(tracker.cacheHits.page).toEqual({
      GET: { full: 1, notModified: 1 },
      HEAD: { full: 1, notModified: 0 },
    });
  });

  it('has the id of a trusted proxy, if it is valid, and never that of a client', async () => {
    const idFor = async (id: string, trustedProxies: string[]) => {
      const { get } = await serveSite({ trustedProxies });
      return (await get('/', `X-Request-Id: ${id}`)).headers.get('X-Request-Id');
    };
    expect(await idFor('abc-123_X', ['127.0.0.1'])).toBe('abc-123_X');
    for (const id of ['a'.repeat(65), 'a {"b"}']) {
      expect(await idFor(id, ['127.0.0.1'])).toMatch(/^[\w-]{10,20}$/);
    }
    expect(await idFor('abc-123', [])).toMatch(/^[\w-]{10,20}$/);
  });
});

describe('the path in the log', () => {
  const token = 'kJ8sYq0ZbX3mVw1LrT5uNc7hPd9eFgAa-_Bc3dE4fG5';
  const PATHS = [
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
  ] as const;

  it('is the pattern of the route: nothing that was sent', async () => {
    const { get, completed, cache } = await serveSite();
    for (const [index, [target, path]] of PATHS.entries()) {
      cache.forget();
      await get(target);
      await expect.poll(() => completed).toHaveLength(index + 1);
      expect([target, completed.at(-1)?.path]).toEqual([target, path]);
    }
    expect(JSON.stringify(completed)).not.toContain(token);
  });

  it('of a malformed request is none; its entry has the id of its response, and no user input', async () => {
    const { send, completed } = await serveSite();
    const { answers } = await send(`GET /${token} HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`);
    const request = answers[0]?.headers.get('X-Request-Id');
    const code = 'HPE_INVALID_HEADER_TOKEN';
    expect(completed).toEqual([
      { request, method: '', route: 'malformed', path: '-', status: 400, ms: 0, bytes: 0, code },
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
