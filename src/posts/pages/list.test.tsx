import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import BlogList, { loader, meta } from './list.tsx';

type LoaderArgs = Parameters<typeof loader>[0];
type MetaArgs = Parameters<typeof meta>[0];

/** What the loader asks of the rules of posts, which the tests answer. */
const rules = vi.hoisted(() => ({
  publishedPosts: (_query: unknown): unknown => undefined,
  searchPosts: (..._query: unknown[]): unknown => Promise.reject(new Error('It searched')),
  countSearch: (_searcher: unknown): unknown => ({ ok: true, value: null }),
}));
vi.mock('../public-posts.ts', () => ({
  publishedPosts: async (_site: unknown, query: unknown) => rules.publishedPosts(query),
}));
vi.mock('../post-search.ts', () => ({
  searchPosts: async (_site: unknown, ...query: unknown[]) => rules.searchPosts(...query),
}));
vi.mock('../../server/limits/search-limit.ts', () => ({
  countSearch: (_site: unknown, searcher: unknown) => rules.countSearch(searcher),
}));

/** Loads the list or the results of a blog with `total` posts, and records the queries. */
async function load(path: string, total: number, given: object = {}) {
  const queries: unknown[] = [];
  rules.publishedPosts = (query) => {
    queries.push(query);
    return { posts: [], total, nextCursor: null };
  };
  rules.searchPosts = (...query) => {
    queries.push(query);
    return { results: total === 0 ? [] : [RESULT], total };
  };
  const request = new Request(`https://site.test${path}`);
  const context = { get: () => ({ viewer: null, clientIp: null, ...given }) };
  const loaded = await loader({ request, context } as unknown as LoaderArgs);
  return { queries, loaded, html: htmlOf('data' in loaded ? loaded.data : loaded) };
}

const RESULT = {
  post: {
    ...{ id: 'p', slug: 'a-post', readingTime: 3, tags: ['T'] },
    date: '2026-03-01T09:00:00.000Z',
  },
  title: [{ text: '<i>', found: false }].concat({ text: 'Kinase', found: true }),
  excerpt: [{ text: '& more', found: false }],
};

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*rel="(prev|next)"[^>]*>/g)].map(
    ([link, way]) => `${way} ${/href="([^"]+)"/.exec(link)?.[1]}`,
  );
}

function htmlOf(loaderData: unknown): string {
  const props = { loaderData, matches: [] } as unknown as ComponentProps<typeof BlogList>;
  return renderToStaticMarkup(
    <MemoryRouter>
      <BlogList {...props} />
    </MemoryRouter>,
  );
}

test('a search that is refused says so on the page, searches nothing, and says until when', async () => {
  const waits: number[] = [];
  const counted: unknown[] = [];
  rules.countSearch = (searcher) => {
    counted.push(searcher);
    return { ok: false, failure: { kind: 'too-many', detail: '', retryAfter: 37 } };
  };
  const retryAfter = (seconds: number) => waits.push(seconds);
  const { loaded, html } = await load('/blog?q=ic50', 1, { clientIp: '203.0.113.5', retryAfter });
  rules.countSearch = () => ({ ok: true, value: null });
  expect(loaded).toMatchObject({ init: { status: 429 } });
  expect(waits).toEqual([37]);
  expect(counted).toEqual([{ ip: '203.0.113.5', isSignedIn: false }]);
  expect(html).toContain('Too many searches');
  expect(html).toContain('value="ic50"');
});

describe('a blog of more than a hundred posts', () => {
  test('is read a hundred at a time, by numbered pages that lead to one another', async () => {
    for (const { path, page, links } of [
      { path: '/blog', page: 1, links: ['next /blog?page=2'] },
      { path: '/blog?page=2', page: 2, links: ['prev /blog', 'next /blog?page=3'] },
      { path: '/blog?page=3', page: 3, links: ['prev /blog?page=2'] },
    ]) {
      const { queries, html } = await load(path, 201);
      expect(queries).toEqual([{ limit: 100, page }]);
      expect(linksIn(html)).toEqual(links);
    }
    await expect(load('/blog?page=3', 200)).rejects.toMatchObject({ init: { status: 404 } });
    for (const page of ['0', '-1', '1.5', 'two', '']) {
      expect((await load(`/blog?page=${page}`, 200)).queries).toEqual([{ limit: 100, page: 1 }]);
    }
    expect(linksIn((await load('/blog', 100)).html)).toEqual([]);
  });
});

describe('a search of the blog', () => {
  test('shows results as text with the matches marked, and keeps the query', async () => {
    const { queries, html } = await load('/blog?q=+kinase+', 1);
    expect(queries).toEqual([['kinase', { limit: 20, offset: 0 }]]);
    expect(html).toContain('&lt;i&gt;<mark>Kinase</mark></a>');
    expect(html).toContain('&amp; more');
    expect(html).toContain('1 post for “kinase”');
    expect(html).toMatch(/<input[^>]*name="q"[^>]*value="kinase"/);
    expect(html).toContain('href="/blog/a-post"');
  });

  test('is read twenty at a time, by pages that keep the query, which is limited as by the API', async () => {
    const { queries, html } = await load('/blog?q=a%26b&page=2', 41);
    expect(queries).toEqual([['a&b', { limit: 20, offset: 20 }]]);
    expect(linksIn(html)).toEqual(['prev /blog?q=a%26b', 'next /blog?q=a%26b&amp;page=3']);
    await expect(load('/blog?q=a&page=4', 41)).rejects.toMatchObject({
      init: { status: 404 },
    });
    const [[q]] = (await load(`/blog?q=${'x'.repeat(300)}`, 0)).queries as [[string]];
    expect(q).toHaveLength(200);
    for (const path of ['/blog?q=', '/blog?q=+%20']) {
      expect((await load(path, 1)).queries).toEqual([{ limit: 100, page: 1 }]);
    }
  });

  test('is not indexed by search engines, which find the list instead', async () => {
    const { loaded } = await load('/blog?q=kinase', 1);
    const heads = meta({ matches: [], loaderData: loaded } as unknown as MetaArgs) as object[];
    expect(heads).toContainEqual({ name: 'robots', content: expect.stringContaining('noindex') });
    const canonical = { tagName: 'link', rel: 'canonical', href: expect.stringMatching(/\/blog$/) };
    expect(heads.filter((head) => 'rel' in head)).toEqual([canonical]);
    expect(heads).toContainEqual({ title: expect.stringContaining('kinase') });
  });
});
