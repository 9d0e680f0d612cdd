import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';

const SHARED = { 'Content-Type': 'text/html', 'Cache-Control': 'public, s-maxage=10' };

/** A site whose pages show `state`. */
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
  };
  const cache = createPageCache({
    publicUrl: 'https://site.test',
    nextDue: async (since) => {
      if (site.isDatabaseGone) throw new Error('The database is gone');
      return site.due !== null && site.due > since ? site.due : null;
    },
    now: () => site.clock,
    elapsed: () => site.elapsed,
    maxBytes: options.maxBytes ?? 1_000_000,
    fetch: async ({ url }) => {
      const { pathname, search } = new URL(url);
      site.rendered.push(pathname + search);
      const shown = site.state;
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
  it('is rendered once for all who ask, whatever other parameters the URL has', async () => {
    const { site, cache, get } = makeSite();
    expect(cache.find('/list')).toBeUndefined();
    const paths = ['/list', '/list?utm_source=a', '/list'];
    const together = await Promise.all(paths.map((path) => get(path)));
    expect([...together, await get('/list')]).toEqual(Array(4).fill('first'));
    expect(await get('/list', {}, 'HEAD')).toBe('');
    expect(site.rendered).toEqual(['/list']);
    expect(cache.find('/list')).toBeDefined();
    expect(cache.find('/list?utm_source=b')).toBe(cache.find('/list'));
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
    ['has an unknown expiry', { isDatabaseGone: true }],
  ])('is not one that %s', async (_, answer) => {
    const { site, cache, get } = makeSite();
    Object.assign(site, answer);
    for (const _ of [1, 2]) expect(await get('/list')).toBe('first');
    expect(site.rendered).toHaveLength(2);
    expect(cache.find('/list')).toBeUndefined();
  });
});

describe('when a post changes', () => {
  it('every page shows it before the write is answered, and is rendered when somebody asks for it', async () => {
    const { site, cache, get } = makeSite();
    for (const path of ['/', '/list', '/post-1']) await get(path);
    site.rendered = [];
    site.state = 'second';
    cache.clear();
    expect(cache.find('/list')).toBeUndefined();
    expect(site.rendered).toEqual([]);
    expect(await Promise.all(['/list', '/list', '/post-1'].map((path) => get(path)))).toEqual([
      'second',
      'second',
      'second',
    ]);
    expect(site.rendered).toEqual(['/list', '/post-1']);
  });

  it('a rendering that started before is not cached, and not shared with later requests', async () => {
    const { site, cache, get } = makeSite();
    const gate = Promise.withResolvers<void>();
    site.gate = gate.promise;
    const early = get('/list');
    await sleep(1);
    site.state = 'second';
    site.gate = Promise.resolve();
    cache.clear();
    const late = get('/list');
    expect(await late).toBe('second');
    gate.resolve();
    expect(await early).toBe('first');
    expect(await get('/list')).toBe('second');
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
    cache.clear();
    gate.resolve();
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
