import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../../test/read-table.ts';
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

const STORIES = Map.groupBy(
  readTable(new URL('cached-pages.tsv', import.meta.url)),
  ([name]) => name ?? '',
);

it.each([...STORIES])('a page that is %s is cached as it should be', async (_, steps) => {
  const { site, cache, get } = makeSite();
  for (const [, set = '', ask = '', answer, rendered] of steps) {
    Object.assign(site, JSON.parse(set || '{}'));
    const [method = '', path = '', token] = ask.split(' ');
    if (ask === 'clear') cache.clear();
    else {
      const headers: Record<string, string> = token ? { Authorization: 'Bearer x' } : {};
      expect([set, ask, await get(path, headers, method)]).toEqual([set, ask, answer]);
    }
    expect([set, ask, `${site.rendered.length}`]).toEqual([set, ask, rendered]);
  }
});

it('a page is rendered once for all who ask at once, and found without waiting', async () => {
  const { site, cache, get } = makeSite();
  expect(cache.find('/list')).toBeUndefined();
  const paths = ['/list', '/list?utm_source=a', '/list'];
  expect(await Promise.all(paths.map((path) => get(path)))).toEqual(Array(3).fill('first'));
  expect(site.rendered).toEqual(['/list']);
  expect(cache.find('/list')).toBeDefined();
  expect(cache.find('/list?utm_source=b')).toBe(cache.find('/list'));
});

describe('when a post changes or becomes due', () => {
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
