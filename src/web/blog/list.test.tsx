import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import BlogList, { loader } from './list.tsx';

type LoaderArgs = Parameters<typeof loader>[0];
type Asked = { limit: number; offset: number };

/** Loads the list of a blog with so many posts, and tells what it asked the services for. */
async function load(address: string, total: number) {
  const asked: Asked[] = [];
  const services = {
    publishedPosts: async (query: Asked) => {
      asked.push(query);
      return { posts: [], total, nextCursor: null };
    },
  };
  const request = new Request(`https://site.test${address}`);
  const context = { get: () => ({ services }) };
  const loaded = await loader({ request, context } as unknown as LoaderArgs);
  return { asked, loaded };
}

function linksOf(loaderData: unknown): string[] {
  const props = { loaderData } as ComponentProps<typeof BlogList>;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <BlogList {...props} />
    </MemoryRouter>,
  );
  return [...html.matchAll(/<a [^>]*rel="(prev|next)"[^>]*>/g)].map(
    ([link, way]) => `${way} ${/href="([^"]+)"/.exec(link)?.[1]}`,
  );
}

describe('a blog of more than a hundred posts', () => {
  test('is read a hundred at a time, by numbered pages that lead to one another', async () => {
    for (const { address, offset, links } of [
      { address: '/blog', offset: 0, links: ['next /blog?page=2'] },
      { address: '/blog?page=2', offset: 100, links: ['prev /blog', 'next /blog?page=3'] },
      { address: '/blog?page=3', offset: 200, links: ['prev /blog?page=2'] },
    ]) {
      const { asked, loaded } = await load(address, 201);
      expect(asked).toEqual([{ limit: 100, offset }]);
      expect(linksOf(loaded)).toEqual(links);
    }
  });

  test('has no page after the last, and takes nonsense for the first', async () => {
    await expect(load('/blog?page=3', 200)).rejects.toMatchObject({ init: { status: 404 } });
    for (const page of ['0', '-1', '1.5', 'two', '']) {
      expect((await load(`/blog?page=${page}`, 200)).asked).toEqual([{ limit: 100, offset: 0 }]);
    }
  });
});

test('a blog that fits on one page has no numbers', async () => {
  expect(linksOf((await load('/blog', 100)).loaded)).toEqual([]);
});
