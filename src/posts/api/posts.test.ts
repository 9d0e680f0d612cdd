import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import type { Post } from '../post.ts';
import type { PostDraft } from '../post-input.ts';
import { postSummarySchema } from './schemas.ts';

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

describeEachEngine('GET /api/blog/posts', (makeDatabase) => {
  it('lists what is published and due, newest first, with everything but the body', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    await write(
      app,
      { slug: 'old', publishDate: '2020-01-01T00:00:00Z', tags: ['b', 'a'] },
      { slug: 'new', publishDate: '2026-01-01T00:00:00Z' },
      { slug: 'draft', status: 'draft' },
      { slug: 'later', publishDate: '2026-03-02T00:00:00Z' },
    );
    const page = await pageAt(app, '/api/blog/posts');
    expect(slugs(page)).toEqual(['new', 'old']);
    expect(page).toMatchObject({ total: 2, nextCursor: null });
    expect(Object.keys(page.posts[1] ?? {}).sort()).toEqual(
      Object.keys(postSummarySchema.shape).sort(),
    );
    expect(page.posts[1]?.tags).toEqual(['b', 'a']);
  });

  it('shows the same to an administrator as to anyone', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await write(app, { slug: 'seen' }, { slug: 'draft', status: 'draft' });
    expect(slugs(await pageAt(app, '/api/blog/posts', token))).toEqual(['seen']);
  });

  it('shows a scheduled post by itself once the clock has passed its date', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    await write(app, { slug: 'later', publishDate: '2026-03-01T10:00:00Z' });
    expect(await pageAt(app, '/api/blog/posts')).toMatchObject({ posts: [], total: 0 });
    expect((await app.get('/api/blog/posts/later')).status).toBe(404);
    app.clock.set('2026-03-01T10:00:00Z');
    expect(slugs(await pageAt(app, '/api/blog/posts'))).toEqual(['later']);
    expect((await app.get('/api/blog/posts/later')).status).toBe(200);
  });

  it('walks every post exactly once by its cursors, also where dates are equal', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const dates = ['2026-01-01T00:00:00Z', null, '2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z'];
    await write(
      app,
      ...Array.from({ length: 11 }, (_, n) => ({ publishDate: dates[n % 4] ?? null })),
    );
    const whole = slugs(await pageAt(app, '/api/blog/posts'));
    expect(whole).toHaveLength(11);
    for (const limit of [1, 3, 11]) {
      const walked: string[] = [];
      let next: string | null = '';
      while (next !== null && walked.length <= 11) {
        const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
        const page = await pageAt(app, `/api/blog/posts?limit=${limit}${cursor}`);
        expect(page.total).toBe(11);
        walked.push(...slugs(page));
        next = page.nextCursor;
      }
      expect(walked).toEqual(whole);
    }
  });

  it('gives 100 posts at most, and 100 when nothing is said', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    await write(app, {});
    const { services } = app;
    const first = await services.posts.anyPost('post-0');
    if (first === null) throw new Error('There is no post');
    for (let number = 1; number < 102; number++) {
      await services.posts.createPost({ ...first, slug: `post-${number}` });
    }
    expect((await pageAt(app, '/api/blog/posts')).posts).toHaveLength(100);
    expect((await pageAt(app, '/api/blog/posts?limit=100')).posts).toHaveLength(100);
    expect((await pageAt(app, '/api/blog/posts?limit=1')).posts).toHaveLength(1);
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=ten'],
    ['limit', 'limit='],
    ['limit', 'limit=1e1000'],
    ['limit', 'limit=5&limit=6'],
    ['cursor', 'cursor='],
    ['cursor', 'cursor=x'],
    ['cursor', `cursor=${'x'.repeat(300)}`],
    ['cursor', `cursor=${Buffer.from('2026-01-01T00:00:00Z nobody').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from("' or 1=1 --").toString('base64url')}`],
    ['tag', `tag=${'x'.repeat(101)}`],
    ['tag', 'tag=%00'],
    ['q', `q=${'x'.repeat(201)}`],
    ['q', 'q=a%00b'],
  ])('refuses a wrong %s in ?%s', async (name, query) => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await app.signIn();
    for (const path of ['/api/blog/posts', '/api/admin/blog/posts']) {
      const response = await app.get(`${path}?${query}`, token);
      expect([path, response.status]).toEqual([path, 422]);
      const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
      expect(detail[0]?.loc).toEqual(['query', name]);
    }
    expect(app.errors).toEqual([]);
  });

  it('filters by tag and by words', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    await write(
      app,
      { slug: 'a', title: 'Reading an IC50', tags: ['assay', 'R&D 100%'] },
      { slug: 'b', title: 'Selectivity', tags: ['Assay'] },
      { slug: 'c', title: 'Reading drafts', tags: ['assay'], status: 'draft' },
    );
    const found = async (query: Record<string, string>) => {
      const page = await pageAt(app, `/api/blog/posts?${new URLSearchParams(query)}`);
      expect(page.total).toBe(page.posts.length);
      return slugs(page).sort();
    };
    expect(await found({ tag: 'assay' })).toEqual(['a']);
    expect(await found({ tag: 'R&D 100%' })).toEqual(['a']);
    expect(await found({ q: 'READING' })).toEqual(['a']);
    expect(await found({ q: 'assay', tag: 'Assay' })).toEqual(['b']);
    expect(await found({ q: '' })).toEqual(['a', 'b']);
    expect(await found({ q: '100%' })).toEqual(['a']);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ unknown: 'x' })).toEqual(['a', 'b']);
  });
});

describeEachEngine('GET /api/blog/posts/{slug}', (makeDatabase) => {
  it('gives the whole post, in any letter case of its slug', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    await write(app, { slug: 'whole', content: '## One\n\nSome *text*.', tags: ['a'] });
    for (const slug of ['whole', 'Whole', 'WHOLE']) {
      const response = await app.get(`/api/blog/posts/${slug}`);
      const post = (await response.json()) as Post;
      expect([response.status, post.slug, post.content]).toEqual([
        200,
        'whole',
        '## One\n\nSome *text*.',
      ]);
      expect(post.contentHtml).toContain('<em>text</em>');
    }
  });

  it('gives 404 with a reason for any unknown slug', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await app.signIn();
    for (const slug of [
      'nothing',
      '%F0%9F%A7%AA',
      'a%2Fb',
      '%E0%A4',
      "'--",
      '%00',
      'a%00b',
      '..%2f',
    ]) {
      for (const who of [null, token]) {
        const response = await app.get(`/api/blog/posts/${slug}`, who);
        expect([slug, response.status]).toEqual([slug, 404]);
        expect(await response.json()).toEqual({ detail: expect.any(String) });
      }
    }
    expect((await app.get(`/api/blog/posts/${'x'.repeat(201)}`)).status).toBe(422);
    expect(app.errors).toEqual([]);
  });

  it('shows a draft and a scheduled post to a valid token only', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await write(
      app,
      { slug: 'draft', status: 'draft' },
      { slug: 'later', publishDate: '2030-01-01T00:00:00Z' },
    );
    for (const slug of ['draft', 'later']) {
      const path = `/api/blog/posts/${slug}`;
      expect((await app.get(path)).status).toBe(404);
      expect((await app.get(path, 'not-a-token')).status).toBe(404);
      const shown = await app.get(path, token);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('Cache-Control')).toBe('no-store');
    }
    expect((await app.get('/api/blog/posts/draft')).headers.get('Cache-Control')).toContain(
      'no-store',
    );
    await app.send('POST', '/api/admin/logout', { token });
    expect((await app.get('/api/blog/posts/draft', token)).status).toBe(404);
  });

  it('answers a former slug with the post under its current one', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await write(app, { slug: 'first', title: 'Title' });
    const moved = { title: 'Title', slug: 'second', content: 'Text' };
    await app.putJson('/api/admin/blog/posts/first', moved, token);
    const response = await app.get('/api/blog/posts/First');
    expect([response.status, ((await response.json()) as Post).slug]).toEqual([200, 'second']);
  });

  it('ends the redirect of a former slug that another post takes', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await write(app, { slug: 'first', title: 'Title' });
    const moved = { title: 'Title', slug: 'second', content: 'Text' };
    await app.putJson('/api/admin/blog/posts/first', moved, token);
    await write(app, { slug: 'first', title: 'The living post' });
    const living = (await (await app.get('/api/blog/posts/first')).json()) as Post;
    expect(living.title).toBe('The living post');
    await app.send('DELETE', '/api/admin/blog/posts/first', { token });
    expect((await app.get('/api/blog/posts/first')).status).toBe(404);
    expect((await app.get('/api/blog/posts/second')).status).toBe(200);
  });

  it("keeps caches from showing an administrator's view to others", async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const token = await write(app, { slug: 'a' });
    const asAnyone = await app.get('/api/blog/posts/a');
    const asAdministrator = await app.get('/api/blog/posts/a', token);
    expect(asAnyone.headers.get('Vary')).toContain('Authorization');
    expect(asAdministrator.headers.get('Cache-Control')).toBe('no-store');
  });
});
