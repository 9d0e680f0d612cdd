import { expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { LARGER_BODIES } from '../../app/app.ts';

it('a body of more than 64 KiB is accepted by existing routes, and not read without a token', async () => {
  const site = await makeApp();
  for (const pattern of Object.keys(LARGER_BODIES)) {
    expect(site.app.routes.map(({ path }) => path)).toContain(pattern);
    const path = pattern.replace(/:\w+/g, 'x');
    const methods = site.routeAt(path).methods ?? [];
    for (const method of methods.filter((each) => each !== 'GET' && each !== 'HEAD')) {
      let isRead = false;
      const pull = (controller: ReadableStreamDefaultController) => {
        isRead = true;
        controller.enqueue(new Uint8Array(65_536));
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const sent = { method, ...{ body, duplex: 'half' } };
      const { status } = await site.app.fetch(new Request(`https://site.test${path}`, sent));
      expect([method, path, status, isRead]).toEqual([method, path, 401, false]);
    }
  }
});

it('the route of a request is found as the router finds it, without what was sent', async () => {
  const { routeAt } = await makeApp();
  for (const [target, pattern] of [
    ['/healthz', '/healthz'],
    ['/api', '/api/*'],
    ['/api/blog/posts/a?q=secret', '/api/blog/posts/:slug'],
    ['https://x:y@site.test/api/blog/posts/a', '/api/blog/posts/:slug'],
    ['/x/../api/blog/posts/a', '/api/blog/posts/:slug'],
    ['/api/blog/posts/%zz', '/api/blog/posts/:slug'],
    ['*', '-'],
    ['//', '/*'],
  ] as const) {
    expect([target, routeAt(target).pattern]).toEqual([target, pattern]);
  }
});
