import { describe, expect, it } from 'vitest';
import { makeApp, START } from '../../../test/make-app.ts';
import type { Post } from '../../domain/posts/post.ts';

const DRAFT = { title: 'A title', slug: 'a-title', content: 'Some *text*.' };

async function signedIn() {
  const app = await makeApp();
  return { app, token: await app.signIn() };
}

async function postOf(response: Response): Promise<Post> {
  return (await response.json()) as Post;
}

describe('POST /api/admin/blog/posts', () => {
  it('answers 201 with the whole post and where it lives', async () => {
    const { app, token } = await signedIn();
    const sent = {
      ...DRAFT,
      description: 'About',
      author: 'Somebody',
      tags: ['one', ' two ', 'one', ''],
      coverImage: '/images/cover.svg',
      coverImageCaption: 'A cover',
      status: 'published',
      publishDate: '2026-02-01T00:00:00.000Z',
      references: [{ title: 'R', url: 'https://a.test', description: 'd', type: 'book' }],
    };
    const response = await app.postJson('/api/admin/blog/posts', sent, token);
    expect([response.status, response.headers.get('Location')]).toEqual([
      201,
      '/api/blog/posts/a-title',
    ]);
    const post = await postOf(response);
    expect(post).toEqual({
      ...sent,
      tags: ['one', 'two'],
      id: expect.any(String),
      date: sent.publishDate,
      updated_at: START,
      readingTime: 1,
      contentHtml: '<p>Some <em>text</em>.</p>',
      version: 1,
    });
    expect(await postOf(await app.get('/api/blog/posts/a-title'))).toEqual(post);
  });

  it('fills in author, status and the rest, and takes null for what is empty', async () => {
    const { app, token } = await signedIn();
    const nothing = { description: null, author: null, tags: null, coverImage: null };
    const sent = {
      ...DRAFT,
      ...nothing,
      coverImageCaption: null,
      publishDate: null,
      references: null,
    };
    const response = await app.postJson('/api/admin/blog/posts', sent, token);
    expect(response.status).toBe(201);
    expect(await postOf(response)).toMatchObject({
      description: '',
      author: 'Site AI',
      tags: [],
      coverImage: '',
      status: 'published',
      publishDate: null,
      date: START,
      references: [],
    });
  });

  it('ignores fields that it does not know, and those that are not for a client to set', async () => {
    const { app, token } = await signedIn();
    const foreign = {
      id: 'mine',
      version: 7,
      contentHtml: '<script>',
      date: '2000',
      extra: { a: 1 },
    };
    const sent = JSON.parse(
      `{"__proto__":{"slug":"x"},${JSON.stringify({ ...DRAFT, ...foreign }).slice(1)}`,
    );
    const response = await app.postJson('/api/admin/blog/posts', sent, token);
    expect(response.status).toBe(201);
    const post = await postOf(response);
    expect(post).toMatchObject({
      version: 1,
      date: START,
      contentHtml: '<p>Some <em>text</em>.</p>',
    });
    expect(post.id).not.toBe('mine');
  });

  it('keeps content byte for byte and never sends it unsanitized as HTML', async () => {
    const { app, token } = await signedIn();
    const content = '<p onclick="x()">Hi</p>\r\n<script>x()</script>\t\u00a0\u{1F9EA} \ufeff';
    await app.postJson('/api/admin/blog/posts', { ...DRAFT, content }, token);
    const post = await postOf(await app.get('/api/blog/posts/a-title'));
    expect(post.content).toBe(content);
    expect(post.contentHtml).not.toMatch(/script|onclick/);
  });

  it('answers 409 when the slug is taken, and leaves the other post alone', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    const second = await app.postJson('/api/admin/blog/posts', { ...DRAFT, title: 'B' }, token);
    expect(second.status).toBe(409);
    expect(await second.json()).toEqual({ detail: expect.stringContaining('a-title') });
    expect((await postOf(await app.get('/api/blog/posts/a-title'))).title).toBe('A title');
    expect(await (await app.get('/api/admin/stats', token)).json()).toMatchObject({
      total_posts: 1,
    });
  });

  it('names every field that is missing or wrong, and writes nothing', async () => {
    const { app, token } = await signedIn();
    const response = await app.postJson(
      '/api/admin/blog/posts',
      { slug: 'Not A Slug', content: ' ', tags: ['ok', 7], references: [{ title: 'R' }] },
      token,
    );
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: unknown[]; type: string }[] };
    expect(detail.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.title', 'missing'],
      ['body.slug', expect.any(String)],
      ['body.content', expect.any(String)],
      ['body.tags.1', expect.any(String)],
      ['body.references.0.url', 'missing'],
    ]);
    expect(await app.services.postStats()).toMatchObject({ total: 0 });
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('refuses %s in any text, since it would not come back', async (_what, text) => {
    const { app, token } = await signedIn();
    for (const field of ['title', 'content', 'description', 'author', 'coverImageCaption']) {
      const response = await app.postJson(
        '/api/admin/blog/posts',
        { ...DRAFT, [field]: text },
        token,
      );
      expect([field, response.status]).toEqual([field, 422]);
      const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
      expect(detail[0]?.loc).toEqual(['body', field]);
    }
    const tagged = await app.postJson('/api/admin/blog/posts', { ...DRAFT, tags: [text] }, token);
    expect(tagged.status).toBe(422);
  });
});

describe('PUT /api/admin/blog/posts/{slug}', () => {
  it('replaces the post and answers 200 with it', async () => {
    const { app, token } = await signedIn();
    const before = { ...DRAFT, tags: ['one'], description: 'About' };
    const created = await postOf(await app.postJson('/api/admin/blog/posts', before, token));
    app.clock.advance(60_000);
    const sent = { ...DRAFT, title: 'B', status: 'draft' };
    const response = await app.putJson('/api/admin/blog/posts/a-title', sent, token);
    expect(response.status).toBe(200);
    expect(await postOf(response)).toEqual({
      ...created,
      title: 'B',
      status: 'draft',
      description: '',
      tags: [],
      version: 2,
      updated_at: '2026-03-01T09:01:00.000Z',
    });
    expect((await app.get('/api/blog/posts/a-title')).status).toBe(404);
  });

  it('answers a stale version with 409 and the current post, and changes nothing', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    const path = '/api/admin/blog/posts/a-title';
    const theirs = await postOf(
      await app.putJson(path, { ...DRAFT, title: 'Theirs', version: 1 }, token),
    );
    const mine = await app.putJson(
      path,
      { ...DRAFT, title: 'Mine', slug: 'mine', version: 1 },
      token,
    );
    expect(mine.status).toBe(409);
    expect(await mine.json()).toEqual({ detail: expect.any(String), current: theirs });
    expect(await postOf(await app.get('/api/blog/posts/a-title'))).toEqual(theirs);

    const again = { ...DRAFT, title: 'Mine', version: theirs.version };
    expect((await app.putJson(path, again, token)).status).toBe(200);
  });

  it('takes an edit without a version, or with null, as the last word', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    const path = '/api/admin/blog/posts/a-title';
    expect((await app.putJson(path, DRAFT, token)).status).toBe(200);
    expect((await app.putJson(path, { ...DRAFT, version: null }, token)).status).toBe(200);
    for (const version of [0, 1.5, '1', -1]) {
      expect((await app.putJson(path, { ...DRAFT, version }, token)).status).toBe(422);
    }
  });

  it('answers 409 when the new slug is taken, without a post to merge with', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    await app.postJson('/api/admin/blog/posts', { ...DRAFT, slug: 'b' }, token);
    const response = await app.putJson('/api/admin/blog/posts/b', DRAFT, token);
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ detail: expect.stringContaining('a-title') });
  });

  it('answers 404 where there is no post, and 422 before anything else is looked at', async () => {
    const { app, token } = await signedIn();
    expect((await app.putJson('/api/admin/blog/posts/nothing', DRAFT, token)).status).toBe(404);
    expect((await app.putJson('/api/admin/blog/posts/nothing', {}, token)).status).toBe(422);
    expect((await app.putJson('/api/admin/blog/posts/%00', DRAFT, token)).status).toBe(404);
  });

  it('finds the post by the slug that it had when the form was opened', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    await app.putJson('/api/admin/blog/posts/a-title', { ...DRAFT, slug: 'moved' }, token);
    const response = await app.putJson(
      '/api/admin/blog/posts/a-title',
      { ...DRAFT, slug: 'moved' },
      token,
    );
    expect([response.status, (await postOf(response)).version]).toEqual([200, 3]);
  });
});

describe('DELETE /api/admin/blog/posts/{slug}', () => {
  it('answers 204 without a body, and then 404', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    const path = '/api/admin/blog/posts/a-title';
    const response = await app.send('DELETE', path, { token });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await app.send('DELETE', path, { token })).status).toBe(404);
    expect((await app.send('DELETE', '/api/admin/blog/posts/%00', { token })).status).toBe(404);
    expect((await app.get('/api/blog/posts/a-title')).status).toBe(404);
  });
});

describe('GET /api/admin/blog/posts', () => {
  it('lists drafts and scheduled posts too, by status, tag and words, page by page', async () => {
    const { app, token } = await signedIn();
    const posts = [
      { slug: 'published', status: 'published', tags: ['t'] },
      { slug: 'scheduled', status: 'published', publishDate: '2030-01-01T00:00:00Z' },
      { slug: 'draft', status: 'draft', tags: ['t'] },
    ];
    for (const post of posts) {
      app.clock.advance(1000);
      await app.postJson('/api/admin/blog/posts', { ...DRAFT, ...post }, token);
    }
    const list = async (query: string) => {
      const response = await app.get(`/api/admin/blog/posts?${query}`, token);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      return (await response.json()) as { posts: Post[]; total: number; nextCursor: string | null };
    };
    const slugs = async (query: string) => (await list(query)).posts.map((post) => post.slug);
    expect(await slugs('')).toEqual(['scheduled', 'draft', 'published']);
    expect(await slugs('status=draft')).toEqual(['draft']);
    expect(await slugs('status=published')).toEqual(['scheduled', 'published']);
    expect(await slugs('tag=t')).toEqual(['draft', 'published']);
    expect(await slugs('q=sched')).toEqual(['scheduled']);
    const first = await list('limit=2');
    expect([first.posts.length, first.total]).toEqual([2, 3]);
    expect(await slugs(`limit=2&cursor=${first.nextCursor}`)).toEqual(['published']);
    expect((await app.get('/api/admin/blog/posts?status=scheduled', token)).status).toBe(422);
  });
});

describe('GET /api/admin/stats', () => {
  it('counts scheduled posts as published', async () => {
    const { app, token } = await signedIn();
    const posts = [
      { slug: 'a' },
      { slug: 'b', publishDate: '2030-01-01T00:00:00Z' },
      { slug: 'c', status: 'draft' },
    ];
    for (const post of posts)
      await app.postJson('/api/admin/blog/posts', { ...DRAFT, ...post }, token);
    const response = await app.get('/api/admin/stats', token);
    expect(await response.json()).toEqual({ total_posts: 3, published_posts: 2, draft_posts: 1 });
  });
});
