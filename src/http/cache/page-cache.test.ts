import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { observeReads } from './reads.ts';

const SHARED = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=10' };

/** A site whose pages show `state`, and depend on what their path names. */
function makeSite(options: { maxBytes?: number; size?: number } = {}) {
  const site = {
    rendered: [] as string[],
    state: 'first',
    headers: SHARED as Record<string, string>,
    status: 200,
    /** Delays renderings until it is resolved. */
    gate: Promise.resolve(),
    /** The wall clock and the monotonic clock, in milliseconds. */
    clock: 0,
    elapsed: 0,
    due: null as string | null,
    isDatabaseGone: false,
    /** Neighbours by the id of a post. */
    neighbours: {} as Record<string, string[]>,
  };
  const services = observeReads({
    publishedPosts: async () => site.state,
    publishedPost: async (id: string) => ({ id }),
    auditTrail: async () => site.state,
  } as never);
  const cache = createPageCache({
    publicUrl: 'https://site.test',
    nextDue: async (since) => {
      if (site.isDatabaseGone) throw new Error('The database is gone');
      return site.due !== null && site.due > since ? site.due : null;
    },
    neighbourIds: async (id) => {
      if (site.isDatabaseGone) throw new Error('The database is gone');
      return site.neighbours[id] ?? [];
    },
    now: () => site.clock,
    elapsed: () => site.elapsed,
    maxBytes: options.maxBytes ?? 1_000_000,
    fetch: async ({ url }) => {
      const { pathname, search } = new URL(url);
      site.rendered.push(pathname + search);
      const shown = site.state;
      if (pathname.startsWith('/list')) await services.publishedPosts({ limit: 1 });
      if (pathname.startsWith('/post-')) await services.publishedPost(pathname.slice(6));
      if (pathname === '/private') await services.auditTrail({ limit: 1 });
      await site.gate;
      const { status, headers } = site;
      return new Response(`${shown} ${'x'.repeat(options.size ?? 10)}`, { status, headers });
    },
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await cache.fetch(
      new Request(`https://site.test${path}`, { method, headers }),
    );
    return (await response.text()).split(' ')[0];
  };
  return { site, cache, get };
}

describe('a cached page', () => {
  it('is rendered once, whatever other parameters the URL has', async () => {
    const { site, cache, get } = makeSite();
    expect(cache.find('/list')).toBeUndefined();
    for (const path of ['/list', '/list?utm_source=a', '/list'])
      expect(await get(path)).toBe('first');
    expect(await get('/list', {}, 'HEAD')).toBe('');
    expect(site.rendered).toEqual(['/list']);
    expect(cache.find('/list')).toBeDefined();
    expect(cache.find('/list?utm_source=b')).toBe(cache.find('/list'));
  });

  it('is rendered once for concurrent requests', async () => {
    const { site, get } = makeSite();
    const gate = Promise.withResolvers<void>();
    site.gate = gate.promise;
    const asking = Promise.all(Array.from({ length: 20 }, () => get('/list')));
    await sleep(1);
    gate.resolve();
    expect(new Set(await asking)).toEqual(new Set(['first']));
    expect(site.rendered).toEqual(['/list']);
  });

  it.each([
    ['a token', '/list', { Authorization: 'Bearer x' }, 'GET'],
    ['another method', '/list', {}, 'POST'],
    ['a search', '/glossary?q=x', {}, 'GET'],
  ] as const)('is never the answer to a request with %s', async (_, path, headers, method) => {
    const { site, get } = makeSite();
    await get(path, headers, method);
    await get(path, headers, method);
    expect(site.rendered).toHaveLength(2);
  });

  it.each([
    ['is not there', { status: 404 }],
    ['leads elsewhere', { status: 301 }],
    ['fails', { status: 500 }],
    ['is one person’s own', { headers: { ...SHARED, 'Cache-Control': 'private, no-store' } }],
    ['says nothing of caches', { headers: { 'Content-Type': 'text/html' } }],
  ])('is not one that %s', async (_, answer) => {
    const { site, cache, get } = makeSite();
    Object.assign(site, answer);
    await get('/list');
    await get('/list');
    expect(site.rendered).toHaveLength(2);
    expect(cache.find('/list')).toBeUndefined();
  });

  it('shows nothing whose changes raise no event', async () => {
    const { site, get } = makeSite();
    await get('/private');
    await get('/private');
    expect(site.rendered).toHaveLength(2);
  });
});

describe('when a post changes', () => {
  it('its page and the lists show it before the write is answered, and nothing else is rendered', async () => {
    const { site, cache, get } = makeSite();
    for (const path of ['/', '/list', '/post-1', '/post-2']) await get(path);
    site.rendered = [];
    site.state = 'second';
    await cache.postChanged('1');
    expect(site.rendered.sort()).toEqual(['/list', '/post-1']);
    expect(await get('/list')).toBe('second');
    expect(await get('/post-1')).toBe('second');
    expect(await get('/post-2')).toBe('first');
    expect(site.rendered).toHaveLength(2);
  });

  it('the posts beside it link it, also when it was just published between them', async () => {
    const { site, cache, get } = makeSite();
    for (const path of ['/post-1', '/post-2', '/post-4']) await get(path);
    site.rendered = [];
    site.state = 'second';
    site.neighbours = { 3: ['2', '4'] };
    await cache.postChanged('3');
    expect(site.rendered.sort()).toEqual(['/post-2', '/post-4']);
    expect(await get('/post-4')).toBe('second');
    expect(await get('/post-1')).toBe('first');
  });

  it('everything is rendered again where nobody knows which posts are beside it', async () => {
    const { site, cache, get } = makeSite();
    for (const path of ['/', '/post-1']) await get(path);
    site.rendered = [];
    site.isDatabaseGone = true;
    await cache.postChanged('3');
    expect(site.rendered).toEqual(['/post-1']);
  });

  it('no request waits: the old page is sent until the new one is ready, in the same encodings', async () => {
    const { site, cache, get } = makeSite({ size: 2000 });
    const response = await cache.fetch(
      new Request('https://site.test/list', { headers: { 'Accept-Encoding': 'br' } }),
    );
    expect(response.headers.get('Content-Encoding')).toBe('br');
    const gate = Promise.withResolvers<void>();
    site.gate = gate.promise;
    site.state = 'second';
    const changed = cache.postChanged('1');
    expect(await get('/list')).toBe('first');
    gate.resolve();
    await changed;
    expect(await get('/list')).toBe('second');
    expect(cache.find('/list')?.ready('br')).toBeDefined();
  });

  it('a rendering that started before is not cached, and not shared with later requests', async () => {
    const { site, cache, get } = makeSite();
    const gate = Promise.withResolvers<void>();
    site.gate = gate.promise;
    const early = get('/list');
    await sleep(1);
    site.state = 'second';
    site.gate = Promise.resolve();
    await cache.postChanged('1');
    const late = get('/list');
    expect(await late).toBe('second');
    gate.resolve();
    expect(await early).toBe('first');
    expect(await get('/list')).toBe('second');
  });

  it('a page that became a 404 is evicted, and so is one that cannot be rendered', async () => {
    for (const status of [404, 500]) {
      const { site, cache, get } = makeSite();
      await get('/post-1');
      site.status = status;
      await cache.postChanged('1');
      expect(cache.find('/post-1')).toBeUndefined();
    }
  });

  it('and it is unknown which, everything that shows posts is refreshed', async () => {
    const { site, cache, get } = makeSite();
    for (const path of ['/', '/list', '/post-1', '/post-2']) await get(path);
    site.state = 'second';
    await cache.anyPostChanged();
    expect(
      await Promise.all(['/', '/list', '/post-1', '/post-2'].map((path) => get(path))),
    ).toEqual(['first', 'second', 'second', 'second']);
  });

  it('with many others at once, each page is rendered once for all of them', async () => {
    const { site, cache, get } = makeSite();
    for (const path of ['/list', '/post-1', '/post-2']) await get(path);
    site.rendered = [];
    site.state = 'second';
    await Promise.all(['1', '2', '3'].map(cache.postChanged));
    expect(site.rendered.sort()).toEqual(['/list', '/post-1', '/post-2']);
    for (const path of ['/list', '/post-1', '/post-2']) expect(await get(path)).toBe('second');
  });

  it('several times at once, each write is answered after the pages show it', async () => {
    const { site, cache, get } = makeSite();
    await get('/list');
    const seen: (string | undefined)[] = [];
    const write = async (state: string) => {
      site.state = state;
      await cache.postChanged(state);
      seen.push(await get('/list'));
    };
    await Promise.all([write('second'), write('third'), write('fourth')]);
    expect(seen.at(-1)).toBe('fourth');
    expect(seen).not.toContain('first');
  });
});

describe('as time passes', () => {
  it('a scheduled post appears when it is due, in lists that were cached before', async () => {
    const { site, get } = makeSite();
    site.due = '1970-01-01T00:00:01.000Z';
    await get('/list');
    await get('/post-1');
    site.state = 'second';
    site.clock = 999;
    expect(await get('/list')).toBe('first');
    site.clock = 1000;
    expect(await get('/list')).toBe('second');
    expect(await get('/post-1')).toBe('first');
  });

  it('a post that becomes due while a list is rendered is not missing from it afterwards', async () => {
    const { site, cache, get } = makeSite();
    const gate = Promise.withResolvers<void>();
    site.gate = gate.promise;
    site.due = '1970-01-01T00:00:01.000Z';
    const early = get('/list');
    await sleep(1);
    site.clock = 1500;
    site.state = 'second';
    gate.resolve();
    expect(await early).toBe('first');
    expect(cache.find('/list')).toBeUndefined();
    expect(await get('/list')).toBe('second');
    expect(cache.find('/list')).toBeDefined();
  });

  it('no page is older than an hour, whatever the wall clock says: the year in its footer changes', async () => {
    const { site, cache, get } = makeSite();
    await get('/');
    site.state = 'second';
    site.elapsed = 60 * 60 * 1000 - 1;
    expect(await get('/')).toBe('first');
    site.elapsed += 1;
    expect(cache.find('/')).toBeUndefined();
    expect(await get('/')).toBe('second');
  });

  it('a post that a wrong clock took for due is hidden again when the clock is set back', async () => {
    const { site, cache, get } = makeSite();
    const hour = 60 * 60 * 1000;
    for (const path of ['/list', '/post-1']) await get(path);
    site.clock = hour;
    site.state = 'early';
    site.due = null;
    await cache.anyPostChanged();
    expect(await get('/post-1')).toBe('early');
    site.clock = 1000;
    site.state = 'right';
    expect(await get('/list')).toBe('right');
    expect(await get('/post-1')).toBe('right');
    expect(cache.find('/post-1')).toBeDefined();
  });

  it('a list with an unknown expiry is sent, and not cached', async () => {
    const { site, cache, get } = makeSite();
    site.isDatabaseGone = true;
    expect(await get('/list')).toBe('first');
    expect(cache.find('/list')).toBeUndefined();
  });
});

describe('while the database is unreachable', () => {
  it('readers are sent expired pages, and new ones once it is back', async () => {
    const { site, get } = makeSite();
    await get('/list');
    Object.assign(site, { elapsed: 2 * 60 * 60 * 1000, state: 'second', status: 503 });
    site.rendered = [];
    expect([await get('/list'), await get('/list')]).toEqual(['first', 'first']);
    expect(site.rendered).toEqual(['/list']);
    site.status = 200;
    site.elapsed += 10_000;
    expect(await get('/list')).toBe('second');
  });

  it('no page from before a change is sent', async () => {
    const { site, cache, get } = makeSite();
    await get('/list');
    site.elapsed = 2 * 60 * 60 * 1000;
    Object.assign(site, { state: 'second', status: 503 });
    const gate = Promise.withResolvers<void>();
    site.gate = gate.promise;
    const early = get('/list');
    const changed = cache.postChanged('1');
    gate.resolve();
    await changed;
    expect(await early).toBe('second');
  });
});

it('memory stays within its bound: the least recently used pages are evicted', async () => {
  const { cache, get } = makeSite({ maxBytes: 200_000, size: 1000 });
  await get('/list');
  for (let number = 0; number < 500; number += 1) {
    await get(`/list-${number}`);
    await get('/list');
  }
  expect(cache.find('/list')).toBeDefined();
  expect(cache.find('/list-499')).toBeDefined();
  expect(cache.find('/list-0')).toBeUndefined();
});
