import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../../test/api-document.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { countSearch } from '../limits/search-limit.ts';

/** Sends a request from an IP address. */
function askFrom({ app }: TestApp, address: string, path: string, token?: string) {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return app.request(path, { headers }, { incoming: { socket: { remoteAddress: address } } });
}

/** The public routes that search. */
async function publicSearches({ app }: TestApp): Promise<string[]> {
  const operations = await operationsOf(app);
  return operations.flatMap(({ path, operation: { security, parameters = [] } }) =>
    security === undefined && parameters.some(({ name }) => name === 'q') ? [`/api${path}`] : [],
  );
}

const QUERIES: Record<string, (number: number) => string> = {
  '/api/blog/posts': (number) => `word${number}`,
  '/api/molecules/search': (number) => 'C'.repeat(number + 1),
};

describe('searching', () => {
  it('is limited to sixty a minute per network, by every route that searches', async () => {
    for (const [path, queryOf] of Object.entries(QUERIES)) {
      const site = await makeApp();
      const many = Array.from({ length: 65 }, (_, number) =>
        askFrom(site, `203.0.113.${number}`, `${path}?q=${queryOf(number)}`),
      );
      const answers = await Promise.all(many);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('Retry-After'))).toBe(60);
      expect(await refused?.json()).toEqual({
        detail: 'Too many searches. Please try again in a minute.',
      });
      // Other requests, other networks, and later ones are not limited.
      expect((await askFrom(site, '203.0.113.1', '/api/blog/posts?q=')).status).toBe(200);
      expect((await askFrom(site, '203.0.113.1', '/api/blog/posts')).status).toBe(200);
      expect((await askFrom(site, '198.51.100.1', `${path}?q=${queryOf(1)}`)).status).toBe(200);
      site.clock.advance(60_000);
      expect((await askFrom(site, '203.0.113.1', `${path}?q=${queryOf(1)}`)).status).toBe(200);
    }
    expect(await publicSearches(await makeApp())).toEqual(Object.keys(QUERIES));
  });

  it('is unlimited for administrators, but not with an invalid token', async () => {
    const site = await makeApp();
    const token = await site.signIn();
    const search = (sent?: string) => askFrom(site, '203.0.113.1', '/api/blog/posts?q=word', sent);
    for (let times = 0; times < 60; times += 1) await search('made-up');
    expect((await search('made-up')).status).toBe(429);
    for (let times = 0; times < 5; times += 1) expect((await search(token)).status).toBe(200);
  });

  it('is limited for all clients together, from new networks and private IP addresses alike', async () => {
    const { site, clock } = await makeApp({ searchesPerMinute: 20 });
    const searches = Array.from({ length: 30 }, (_, number) =>
      countSearch(site, {
        ip: number % 2 === 0 ? '127.0.0.1' : `203.0.${number}.1`,
        isSignedIn: false,
      }),
    );
    expect((await Promise.all(searches)).filter(({ ok }) => ok)).toHaveLength(20);
    clock.advance(60_000);
    expect(countSearch(site, { ip: null, isSignedIn: false })).toMatchObject({ ok: true });
  });
});

it('a rejected page has a Retry-After', async () => {
  const site = await makeApp({
    renderPage: async (_request, { retryAfter }) => {
      retryAfter(37);
      return new Response('Too many', { status: 429 });
    },
  });
  const { status, headers } = await site.get('/blog?q=word');
  expect([status, headers.get('Retry-After')]).toEqual([429, '37']);
  expect(headers.get('Cache-Control')).toBe('no-cache');
});
