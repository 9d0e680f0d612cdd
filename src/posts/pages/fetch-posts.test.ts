import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchPost, fetchPosts } from './fetch-posts.ts';

const POSTS = [{ slug: 'a' }, { slug: 'b' }];

type Call = { url: string; headers: Headers };

/** Stubs `fetch` with one response, and records the calls. */
function answering(answer: () => Promise<Response>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    calls.push({ url, headers: new Headers(init?.headers) });
    return answer();
  });
  return calls;
}

const FAILURES: [string, () => Promise<Response>][] = [
  ['the server fails', async () => Response.json({ detail: 'x' }, { status: 500 })],
  ['it is not there', async () => Response.json({ detail: 'x' }, { status: 404 })],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers with a page', async () => new Response('<h1>Bad gateway</h1>')],
];

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the list of posts, as the browser calls for it', () => {
  test.each([
    ['a list', POSTS],
    ['an object with the list in it', { posts: POSTS, total: 2, nextCursor: null }],
  ])('is read from %s', async (_, body) => {
    const calls = answering(async () => Response.json(body));
    expect(await fetchPosts()).toEqual(POSTS);
    expect(calls.map(({ url }) => url)).toEqual(['/api/blog/posts']);
  });
});

describe('a post, as the browser calls for it', () => {
  test('is requested by its encoded slug, without a token', async () => {
    const calls = answering(async () => Response.json(POSTS[0]));
    expect(await fetchPost('a/b?c')).toEqual(POSTS[0]);
    expect(calls[0]?.url).toBe('/api/blog/posts/a%2Fb%3Fc');
    expect(calls[0]?.headers.has('Authorization')).toBe(false);
    // With the token of an administrator, who may see a draft.
    const getItem = (key: string) => (key === 'adminToken' ? 'a-token' : null);
    vi.stubGlobal('localStorage', { getItem });
    await fetchPost('a');
    expect(calls[1]?.headers.get('Authorization')).toBe('Bearer a-token');
  });
});

test.each(FAILURES)(
  'the list is empty, without a word, and a post is not to be found when %s',
  async (_, answer) => {
    answering(answer);
    expect(await fetchPosts()).toEqual([]);
    expect(await fetchPost('a')).toBeNull();
  },
);
