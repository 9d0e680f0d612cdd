import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp, START } from '../../../test/make-app.ts';
import { etagOf, type Post } from '../post.ts';
import { postInputSchema } from '../post-input.ts';
import type { SavedPost } from '../saving.ts';

const DRAFT = { title: 'A title', slug: 'a-title', content: 'Some *text*.' };

async function signedIn() {
  const app = await makeApp();
  return { app, token: await app.signIn() };
}

async function postOf(response: Response): Promise<Post> {
  return (await response.json()) as Post;
}

async function savedPostOf(response: Response): Promise<SavedPost> {
  return (await response.json()) as SavedPost;
}

describe('POST /api/admin/blog/posts', () => {
  it('answers 201 with the whole post and where it lives', async () => {
    const { app, token } = await signedIn();
    const sent = {
      ...DRAFT,
      description: 'About',
      author: 'Somebody',
      tags: ['one', ' two ', 'one', 'ONE', ''],
      coverImage: '/images/cover.svg',
      coverImageCaption: 'A cover',
      status: 'published',
      publishDate: '2026-02-01T00:00:00.000Z',
      references: [
        { title: 'R', url: 'https://a.test', description: 'd', type: 'book' },
        {
          title: '',
          url: 'https://doi.org/10.1000/1',
          description: '',
          type: 'article',
          key: 'smith2020',
          csl: { type: 'article-journal', DOI: '10.1000/1', issued: { 'date-parts': [[2020]] } },
        },
      ],
      citationStyle: 'author-date',
      isResearch: true,
    };
    const response = await app.postJson('/api/admin/blog/posts', sent, token);
    expect([response.status, response.headers.get('Location')]).toEqual([
      201,
      '/api/blog/posts/a-title',
    ]);
    const { findings, ...post } = await savedPostOf(response);
    expect(findings.map(({ code }) => code)).toEqual(['no-licence', 'no-data-statement']);
    expect(post).toEqual({
      ...postInputSchema.parse(sent),
      tags: ['one', 'two'],
      id: expect.any(String),
      date: sent.publishDate,
      updated_at: START,
      readingTime: 1,
      contentHtml: '<p>Some <em>text</em>.</p>',
      version: 1,
      etag: etagOf(post),
    });
    expect(await postOf(await app.get('/api/blog/posts/a-title'))).toEqual({
      ...post,
      neighbours: { newer: null, older: null },
    });
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
      citationStyle: 'numbered',
      isResearch: false,
    });
  });

  it('says which key or CSL-JSON of a reference it does not take', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const url = 'https://a.test';
    const references = [
      { url, key: 'a b' },
      { url, key: 'fig-a' },
      { url, csl: 'text' },
      { url, csl: { title: 'x'.repeat(32_001) } },
      { url, key: null, csl: null },
      { url, key: ' ', csl: { type: 'nonsense', volume: 5, custom: {} } },
    ];
    const draft = { title: 'T', slug: 't', content: 'x' };
    const refused = await app.postJson('/api/admin/blog/posts', { ...draft, references }, token);
    expect(refused.status).toBe(422);
    const { detail } = (await refused.json()) as { detail: { loc: unknown[] }[] };
    expect(detail.map(({ loc }) => loc.slice(2).join(' '))).toEqual([
      '0 key',
      '1 key',
      '2 csl',
      '3 csl',
    ]);
    const good = { ...draft, references: references.slice(4) };
    const created = await app.postJson('/api/admin/blog/posts', good, token);
    const reference = { title: '', url, description: '', type: 'article' };
    expect(((await created.json()) as { references: unknown }).references).toEqual([
      reference,
      { ...reference, csl: { type: 'document', volume: '5' } },
    ]);
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
      {
        slug: 'Not A Slug',
        content: ' \u200B\u2060',
        tags: ['ok', 7],
        references: [{ title: 'R' }],
      },
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
    expect(await app.services.posts.postStats()).toMatchObject({ total: 0 });
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
      etag: etagOf({ id: created.id, version: 2 }),
      updated_at: '2026-03-01T09:01:00.000Z',
    });
    expect((await app.get('/api/blog/posts/a-title')).status).toBe(404);
  });

  it('answers a stale version with 409 and the current post, and changes nothing', async () => {
    const { app, token } = await signedIn();
    const { etag } = await postOf(await app.postJson('/api/admin/blog/posts', DRAFT, token));
    const path = '/api/admin/blog/posts/a-title';
    const { findings: _, ...theirs } = await savedPostOf(
      await app.putJson(path, { ...DRAFT, title: 'Theirs', etag }, token),
    );
    const mine = await app.putJson(path, { ...DRAFT, title: 'Mine', slug: 'mine', etag }, token);
    expect(mine.status).toBe(409);
    expect(await mine.json()).toEqual({
      detail: expect.any(String),
      current: { ...theirs, savedBy: ADMINISTRATOR.email, savedAt: theirs.updated_at },
    });
    expect(await postOf(await app.get('/api/blog/posts/a-title'))).toMatchObject(theirs);

    const again = { ...DRAFT, title: 'Mine', etag: theirs.etag };
    expect((await app.putJson(path, again, token)).status).toBe(200);
  });

  it('takes an edit without an etag, or with null, as the last word', async () => {
    const { app, token } = await signedIn();
    await app.postJson('/api/admin/blog/posts', DRAFT, token);
    const path = '/api/admin/blog/posts/a-title';
    expect((await app.putJson(path, DRAFT, token)).status).toBe(200);
    expect((await app.putJson(path, { ...DRAFT, etag: null }, token)).status).toBe(200);
    for (const etag of [0, 1, {}, 'x'.repeat(101)]) {
      expect((await app.putJson(path, { ...DRAFT, etag }, token)).status).toBe(422);
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

describe('the filters of GET /api/admin/blog/posts', () => {
  it('lists the posts that are not due yet, by tag and words too, and no draft', async () => {
    const { app, token } = await signedIn();
    const write = async (slug: string, fields: object) =>
      app.postJson('/api/admin/blog/posts', { ...DRAFT, title: slug, slug, ...fields }, token);
    await write('public', {});
    await write('next-hour', { publishDate: '2026-03-01T10:00:00Z', tags: ['t'] });
    await write('next-year', { publishDate: '2027-03-08T00:00:00Z' });
    await write('draft', { publishDate: '2027-03-08T00:00:00Z', status: 'draft' });
    const list = async (query: string) => {
      const response = await app.get(`/api/admin/blog/posts?${query}`, token);
      const page = (await response.json()) as { posts: Post[]; total: number };
      return [page.posts.map(({ slug }) => slug), page.total];
    };
    expect(await list('scheduled=true')).toEqual([['next-year', 'next-hour'], 2]);
    expect(await list('scheduled=true&limit=1')).toEqual([['next-year'], 2]);
    expect(await list('scheduled=true&tag=t')).toEqual([['next-hour'], 1]);
    expect(await list('scheduled=true&q=next')).toEqual([['next-year', 'next-hour'], 2]);
    expect(await list('scheduled=true&q=ext-ye')).toEqual([['next-year'], 1]);
    expect(await list('scheduled=true&q=public')).toEqual([[], 0]);
    expect(await list('scheduled=true&status=published')).toEqual([['next-year', 'next-hour'], 2]);
    expect(await list('scheduled=true&status=draft')).toEqual([[], 0]);
    app.clock.set('2026-03-01T10:00:00.000Z');
    expect(await list('scheduled=true')).toEqual([['next-year'], 1]);
    expect((await app.get('/api/admin/blog/posts?scheduled=yes', token)).status).toBe(422);
  });
});

describe('POST /api/admin/blog/posts/bulk', () => {
  it('answers what became of each post, and the post as it stands', async () => {
    const { app, token } = await signedIn();
    const posts: Post[] = [];
    for (const slug of ['a', 'b', 'c']) {
      const written = await app.postJson('/api/admin/blog/posts', { ...DRAFT, slug }, token);
      posts.push(await postOf(written));
    }
    const bulk = async (action: object, named: object[] = posts) =>
      app.postJson('/api/admin/blog/posts/bulk', { posts: named, action }, token);
    await app.putJson('/api/admin/blog/posts/b', { ...DRAFT, slug: 'b' }, token);
    const response = await bulk({ kind: 'add-tag', tag: 'New' });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        results: [
          { id: posts[0]?.id, outcome: 'changed', detail: null, post: { slug: 'a', version: 2 } },
          { id: posts[1]?.id, outcome: 'conflict', post: { slug: 'b', version: 2, tags: [] } },
          { id: posts[2]?.id, outcome: 'changed', post: { changes: null, tags: ['New'] } },
        ],
      },
    ]);
    const removed = await bulk({ kind: 'move-to-trash' });
    expect(await removed.json()).toMatchObject({
      results: [{ outcome: 'conflict' }, { outcome: 'conflict' }, { outcome: 'conflict' }],
    });
    const current = posts.map(({ id }) => ({ id, version: 2 }));
    expect(await (await bulk({ kind: 'move-to-trash' }, current)).json()).toEqual({
      results: posts.map(({ id }) => ({ id, outcome: 'changed', detail: null, post: null })),
    });
    expect((await app.get('/api/blog/posts/a')).status).toBe(404);
  });

  it('answers 422 to what it cannot do whole: no posts, too many, one twice, no tag, no such action', async () => {
    const { app, token } = await signedIn();
    const named = (count: number) =>
      Array.from({ length: count }, () => ({ id: crypto.randomUUID(), version: 1 }));
    const twice = named(1).flatMap((post) => [post, post]);
    const draft = { kind: 'make-draft' };
    for (const body of [
      { posts: [], action: draft },
      { posts: named(101), action: draft },
      { posts: twice, action: draft },
      { posts: [{ id: crypto.randomUUID() }], action: draft },
      { posts: [{ id: 'a', version: 1 }], action: draft },
      { posts: named(1), action: { kind: 'erase' } },
      { posts: named(1), action: { kind: 'add-tag' } },
      { posts: named(1), action: { kind: 'add-tag', tag: ' ' } },
      { posts: named(1), action: { kind: 'add-tag', tag: 'x'.repeat(101) } },
      { posts: named(1) },
    ]) {
      const response = await app.postJson('/api/admin/blog/posts/bulk', body, token);
      expect([body, response.status]).toEqual([body, 422]);
    }
    const all = await app.postJson(
      '/api/admin/blog/posts/bulk',
      { posts: named(100), action: draft },
      token,
    );
    const { results } = (await all.json()) as { results: { outcome: string }[] };
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['missing']));
    expect(results).toHaveLength(100);
  });
});

describe('GET /api/admin/stats', () => {
  it('counts scheduled posts as published, and by themselves', async () => {
    const { app, token } = await signedIn();
    const posts = [
      { slug: 'a' },
      { slug: 'b', publishDate: '2030-01-01T00:00:00Z' },
      { slug: 'c', status: 'draft' },
    ];
    for (const post of posts)
      await app.postJson('/api/admin/blog/posts', { ...DRAFT, ...post }, token);
    const response = await app.get('/api/admin/stats', token);
    expect(await response.json()).toEqual({
      total_posts: 3,
      published_posts: 2,
      draft_posts: 1,
      scheduled_posts: 1,
    });
  });
});

describe('GET /api/admin/tags', () => {
  it('needs a token, and counts the tags of drafts too', async () => {
    const { app, token } = await signedIn();
    expect((await app.get('/api/admin/tags')).status).toBe(401);
    const sent = { ...DRAFT, status: 'draft', tags: ['Kinase', 'kinase', 'ADMET'] };
    await app.postJson('/api/admin/blog/posts', sent, token);
    await app.postJson('/api/admin/blog/posts', { ...sent, slug: 'b', tags: ['Kinase'] }, token);
    expect(await (await app.get('/api/admin/tags', token)).json()).toEqual({
      tags: [
        { tag: 'Kinase', posts: 2 },
        { tag: 'ADMET', posts: 1 },
      ],
    });
  });
});
