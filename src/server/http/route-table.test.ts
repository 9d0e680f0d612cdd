import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../test/api-document.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { LARGER_BODIES } from '../../app/body-limits.ts';

/** The methods that `Request` allows. */
const SENDABLE = METHODS.filter((method) => !['CONNECT', 'TRACE'].includes(method));

/** Every route of the app but the pages, with a value for each parameter. */
function routesOf({ app }: TestApp): { pattern: string; path: string }[] {
  const patterns = app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path);
  return [...new Set(patterns)]
    .filter((pattern) => pattern !== '/*')
    .map((pattern) => ({
      pattern,
      path: pattern
        .replace(':part{sitemap-[0-9]+\\.xml}', 'sitemap-1.xml')
        .replace(':file{[^/]*\\.md}', 'a.md')
        .replace(/:\w+|\*/g, 'x'),
    }));
}

describe('a method that a route does not serve', () => {
  it('is rejected before anything is done, with the methods that are served', async () => {
    const site = await makeApp({ liveForms: true });
    const routes = routesOf(site);
    expect(routes.length).toBeGreaterThan(60);
    for (const { path } of routes) {
      const { methods } = site.routeAt(path);
      expect([path, methods]).toEqual([path, expect.arrayContaining([expect.any(String)])]);
      for (const method of SENDABLE) {
        const response = await site.app.fetch(
          new Request(`https://site.test${path}`, {
            method,
            ...(method !== 'GET' && method !== 'HEAD' && { body: '{}' }),
          }),
        );
        const isServed = methods?.includes(method) ?? false;
        expect([method, path, response.status === 405]).toEqual([method, path, !isServed]);
        if (isServed) continue;
        expect([path, response.headers.get('Allow')]).toEqual([path, methods?.join(', ')]);
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      }
    }
    expect(site.errors).toEqual([]);
  });

  it('is any that the document of the API does not have', async () => {
    const site = await makeApp();
    const { paths } = await documentOf(site.app);
    for (const [template, operations] of Object.entries(paths)) {
      // The values match no other route.
      const { methods } = site.routeAt(`/api${template.replace(/\{\w+\}/g, 'no-such-thing')}`);
      const described = Object.keys(operations).map((method) => method.toUpperCase());
      expect(methods?.filter((method) => method !== 'HEAD')).toEqual(
        expect.arrayContaining(described),
      );
      const isAlone = Object.keys(paths).every(
        (other) =>
          other === template ||
          !new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(template),
      );
      if (isAlone) expect(methods?.filter((method) => method !== 'HEAD')).toEqual(described.sort());
    }
  });
});

describe('a body of more than 64 KiB', () => {
  it('is accepted by existing routes, and not read without a token', async () => {
    const site = await makeApp();
    const patterns = routesOf(site).map(({ pattern }) => pattern);
    for (const pattern of Object.keys(LARGER_BODIES)) {
      expect(patterns).toContain(pattern);
      const path = pattern.replace(/:\w+/g, 'x');
      for (const method of site.routeAt(path).methods ?? []) {
        if (method === 'GET' || method === 'HEAD') continue;
        let isRead = false;
        const body = new ReadableStream(
          {
            pull(controller) {
              isRead = true;
              controller.enqueue(new Uint8Array(65_536));
            },
          },
          { highWaterMark: 0 },
        );
        const { status } = await site.app.fetch(
          new Request(`https://site.test${path}`, { method, ...{ body, duplex: 'half' } }),
        );
        expect([method, path, status, isRead]).toEqual([method, path, 401, false]);
      }
    }
  });
});

describe('the route of a request', () => {
  it.each([
    ['/healthz', '/healthz'],
    ['/api', '/api/*'],
    ['/api/blog/posts/a?q=secret', '/api/blog/posts/:slug'],
    ['https://x:y@site.test/api/blog/posts/a', '/api/blog/posts/:slug'],
    ['/x/../api/blog/posts/a', '/api/blog/posts/:slug'],
    ['/api/blog/posts/%zz', '/api/blog/posts/:slug'],
    ['*', '-'],
    ['//', '/*'],
  ])('%s is %s', async (target, pattern) => {
    const { routeAt } = await makeApp();
    expect(routeAt(target).pattern).toBe(pattern);
  });
});
