import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { renderPlainly } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';

import type { Post } from '../post.ts';
import type { PostDraft } from '../post-input.ts';
import { anyPost } from '../reading.ts';
import { postSummarySchema } from '../schemas.ts';

type Page = { posts: Post[]; total: number; nextCursor: string | null };

async function pageAt(app: TestApp, path: string, token?: string): Promise<Page> {
  const response = await app.get(path, token);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Page;
}

/** Creates posts by the API, and returns the token. */
async function write(app: TestApp, ...drafts: Partial<PostDraft>[]): Promise<string> {
  const token = await app.signIn();
  for (const [number, draft] of drafts.entries()) {
    const filled = { title: `Post ${number}`, slug: `post-${number}`, content: 'Text', ...draft };
    const response = await app.postJson('/api/admin/blog/posts', filled, token);
    expect(response.status).toBe(201);
  }
  return token;
}

function slugs(page: Page): string[] {
  return page.posts.map((post) => post.slug);
}

it('GET /api/blog/posts and a post are a 304 for the ETag that they had, until they change', async () => {
  const app = await makeApp();
  const token = await write(app, { slug: 'a' });
  const paths = ['/api/blog/posts', '/api/blog/posts/a'];
  const poll = (tags: (string | null)[]) =>
    Promise.all(
      paths.map((path, at) =>
        app.send('GET', path, { headers: { 'If-None-Match': tags[at] ?? '"-"' } }),
      ),
    );
  const tags = (await poll([])).map(({ headers }) => headers.get('ETag'));
  expect((await poll(tags)).map(({ status }) => status)).toEqual([304, 304]);
  const edited = { title: 'New', slug: 'a', content: 'Text' };
  await app.putJson('/api/admin/blog/posts/a', edited, token);
  expect((await poll(tags)).map(({ status }) => status)).toEqual([200, 200]);
});

describe('GET /api/blog/posts', () => {
  it('lists what is published and due, newest first, with everything but the body', async () => {
    const app = await makeApp();
    const token = await write(
      app,
      { slug: 'old', publishDate: '2020-01-01T00:00:00Z', tags: ['b', 'a'] },
      { slug: 'new', publishDate: '2026-01-01T00:00:00Z' },
      { slug: 'draft', status: 'draft' },
      { slug: 'old-draft', status: 'draft', publishDate: '2020-01-01T00:00:00Z' },
      { slug: 'later', publishDate: '2026-03-02T00:00:00Z' },
    );
    // An administrator sees the same.
    for (const viewer of [undefined, token]) {
      const page = await pageAt(app, '/api/blog/posts', viewer);
      expect(slugs(page)).toEqual(['new', 'old']);
      expect(page).toMatchObject({ total: 2, nextCursor: null });
      expect(Object.keys(page.posts[1] ?? {}).sort()).toEqual(
        Object.keys(postSummarySchema.shape).sort(),
      );
      expect(page.posts[1]?.tags).toEqual(['b', 'a']);
    }
    const { nextCursor } = await pageAt(app, '/api/blog/posts?limit=1');
    const rest = await pageAt(app, `/api/blog/posts?limit=1&cursor=${nextCursor}`);
    expect([slugs(rest), rest.nextCursor]).toEqual([['old'], null]);
  });

  it('shows a scheduled post by itself once the clock has passed its date', async () => {
    const app = await makeApp();
    await write(app, { slug: 'later', publishDate: '2026-03-01T10:00:00Z' });
    app.clock.set('2026-03-01T09:59:59.999Z');
    expect(await pageAt(app, '/api/blog/posts')).toMatchObject({ posts: [], total: 0 });
    expect((await app.get('/api/blog/posts/later')).status).toBe(404);
    app.clock.set('2026-03-01T10:00:00Z');
    expect(slugs(await pageAt(app, '/api/blog/posts'))).toEqual(['later']);
    expect((await app.get('/api/blog/posts/later')).status).toBe(200);
  });

  it('filters by tag, in its exact spelling, and by words', async () => {
    const app = await makeApp();
    await write(
      app,
      { slug: 'a', title: 'Reading an IC50', tags: ['assay', 'R&D 100%'] },
      { slug: 'b', title: 'Selectivity', tags: ['Assay', 'assays'] },
      { slug: 'c', title: 'Reading drafts', tags: ['assay'], status: 'draft' },
    );
    const found = async (query: Record<string, string>) => {
      const page = await pageAt(app, `/api/blog/posts?${new URLSearchParams(query)}`);
      expect(page.total).toBe(page.posts.length);
      return slugs(page).sort();
    };
    expect(await found({ tag: 'assay' })).toEqual(['a']);
    expect(await found({ tag: 'R&D 100%' })).toEqual(['a']);
    expect(await found({ tag: '%' })).toEqual([]);
    expect(await found({ q: 'READING' })).toEqual(['a']);
    expect(await found({ q: 'assay', tag: 'Assay' })).toEqual(['b']);
    expect(await found({ unknown: 'x' })).toEqual(['a', 'b']);
  });

  it('refuses parameters that are wrong, and names them', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const long = (length: number) => 'x'.repeat(length);
    const base64 = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = {
      limit: ['0', '101', '-1', '1.5', 'ten', '', '1e1000', '5&limit=6'],
      cursor: ['', 'x', long(300), base64('2026-01-01T00:00:00Z nobody'), base64("' or 1=1 --")],
      tag: [long(101), '%00'],
      q: [long(201), 'a%00b'],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const query of values.map((value) => `${name}=${value}`)) {
        for (const path of ['/api/blog/posts', '/api/admin/blog/posts']) {
          const response = await app.get(`${path}?${query}`, token);
          expect([path, query, response.status]).toEqual([path, query, 422]);
          const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
          expect(detail[0]?.loc).toEqual(['query', name]);
        }
      }
    }
    expect(app.errors).toEqual([]);
  });
});

it('GET /api/blog/posts gives 100 posts at most, and 100 when nothing is said', async () => {
  const app = await makeApp({ render: renderPlainly });
  await write(app, {});
  const first = await anyPost(app.site, 'post-0');
  if (first === null) throw new Error('There is no post');
  for (let number = 1; number < 102; number++) {
    await createPost(app.site, { ...first, slug: `post-${number}` });
  }
  expect((await pageAt(app, '/api/blog/posts')).posts).toHaveLength(100);
  expect((await pageAt(app, '/api/blog/posts?limit=100')).posts).toHaveLength(100);
  expect((await pageAt(app, '/api/blog/posts?limit=1')).posts).toHaveLength(1);
});

describe('GET /api/blog/posts/{slug}', () => {
  it('gives 404 with a reason for any unknown slug', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    for (const slug of "nothing %F0%9F%A7%AA a%2Fb %E0%A4 '-- %00 a%00b ..%2f".split(' ')) {
      for (const who of [null, token]) {
        const response = await app.get(`/api/blog/posts/${slug}`, who);
        expect([slug, response.status]).toEqual([slug, 404]);
        expect(await response.json()).toEqual({ detail: expect.any(String) });
      }
    }
    expect((await app.get(`/api/blog/posts/${'x'.repeat(201)}`)).status).toBe(422);
    expect(app.errors).toEqual([]);
  });

  it('shows a draft and a scheduled post to a valid token only, and keeps caches from it', async () => {
    const app = await makeApp();
    const token = await write(
      app,
      { slug: 'draft', status: 'draft' },
      { slug: 'later', publishDate: '2030-01-01T00:00:00Z' },
      { slug: 'public' },
    );
    const cacheControl = async (path: string, who?: string) =>
      (await app.get(path, who)).headers.get('Cache-Control');
    for (const slug of ['draft', 'later']) {
      const path = `/api/blog/posts/${slug}`;
      expect((await app.get(path)).status).toBe(404);
      expect((await app.get(path, 'not-a-token')).status).toBe(404);
      expect((await app.get(path, token)).status).toBe(200);
      expect(await cacheControl(path, token)).toBe('no-store');
    }
    expect(await cacheControl('/api/blog/posts/draft')).toContain('no-store');
    expect(await cacheControl('/api/blog/posts/public', token)).toBe('no-store');
    const asAnyone = await app.get('/api/blog/posts/public');
    expect(asAnyone.headers.get('Vary')).toContain('Authorization');
    await app.send('POST', '/api/admin/logout', { token });
    expect((await app.get('/api/blog/posts/draft', token)).status).toBe(404);
  });

  it('answers a former slug with the post under its current one', async () => {
    const app = await makeApp();
    const token = await write(app, { slug: 'first', title: 'Title' });
    const moved = { title: 'Title', slug: 'second', content: 'Text' };
    await app.putJson('/api/admin/blog/posts/first', moved, token);
    const response = await app.get('/api/blog/posts/First');
    expect([response.status, ((await response.json()) as Post).slug]).toEqual([200, 'second']);
  });
});
