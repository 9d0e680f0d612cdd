import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';
import { etagOf, type Post } from '../post.ts';
import { postInputSchema } from '../post-input.ts';
import { postStats } from '../reading.ts';
import type { SavedPost } from '../saving.ts';

const POSTS = '/api/admin/blog/posts';
const DRAFT = { title: 'A title', slug: 'a-title', content: 'Some *text*.' };

async function signedIn() {
  const app = await makeApp();
  const token = await app.signIn();
  const create = (fields: object = {}) => app.postJson(POSTS, { ...DRAFT, ...fields }, token);
  const edit = (slug: string, fields: object = {}) =>
    app.putJson(`${POSTS}/${slug}`, { ...DRAFT, ...fields }, token);
  return { app, token, create, edit };
}

const postOf = (response: Response): Promise<Post> => response.json();
const savedPostOf = (response: Response): Promise<SavedPost> => response.json();

describe('POST /api/admin/blog/posts', () => {
  it('answers 201 with the whole post and where it lives', async () => {
    const { app, token } = await signedIn();
    const whole = JSON.parse(readFileSync('test/whole-post.json', 'utf8'));
    const texts = { description: 'About', author: 'Somebody', coverImageCaption: 'A cover' };
    const sent = { ...whole, ...DRAFT, ...texts, tags: ['one', ' two ', 'one', 'ONE', ''] };
    const response = await app.postJson(POSTS, sent, token);
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).toBe('/api/blog/posts/a-title');
    const { findings, ...post } = await savedPostOf(response);
    expect(findings.map(({ code }) => code)).toEqual([]);
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
    const { create } = await signedIn();
    const names = 'description author tags coverImage coverImageCaption publishDate references';
    const nothing = Object.fromEntries(names.split(' ').map((name) => [name, null]));
    const response = await create(nothing);
    expect(response.status).toBe(201);
    expect(await postOf(response)).toMatchObject({
      ...{ description: '', author: 'Site AI', tags: [], coverImage: '', status: 'published' },
      ...{ publishDate: null, date: START, references: [] },
      ...{ citationStyle: 'numbered', isResearch: false },
    });
  });

  it('ignores fields that it does not know, and those that are not for a client to set', async () => {
    const { app, token } = await signedIn();
    const ours = { id: 'mine', version: 7, contentHtml: '<script>', date: '2000', extra: { a: 1 } };
    const json = JSON.stringify({ ...DRAFT, ...ours }).slice(1);
    const sent = JSON.parse(`{"__proto__":{"slug":"x"},${json}`);
    const response = await app.postJson(POSTS, sent, token);
    expect(response.status).toBe(201);
    const post = await postOf(response);
    const contentHtml = '<p>Some <em>text</em>.</p>';
    expect(post).toMatchObject({ slug: 'a-title', version: 1, date: START, contentHtml });
    expect(post.id).not.toBe('mine');
  });

  it('names every field that is missing or wrong, and writes nothing', async () => {
    const { app, token } = await signedIn();
    const wrong = { slug: 'Not A Slug', content: ' \u200B\u2060', tags: ['ok', 7] };
    const response = await app.postJson(POSTS, { ...wrong, references: [{ title: 'R' }] }, token);
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
    const wrongs = ['title', 'slug', 'content', 'tags.1', 'references.0.url'];
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual(wrongs.map((name) => `body.${name}`));
    expect(await postStats(app.site)).toMatchObject({ total: 0 });
  });
});

describe('PUT /api/admin/blog/posts/{slug}', () => {
  it('replaces the post and answers 200 with it', async () => {
    const { app, create, edit } = await signedIn();
    const before = { tags: ['one', 'two'], description: 'About', coverImage: '/a.png' };
    const references = [{ url: 'https://a.test' }];
    const created = await postOf(await create({ ...before, references }));
    app.clock.advance(60_000);
    const fields = { title: 'B', status: 'draft' as const, tags: ['two', 'three'] };
    const response = await edit('a-title', fields);
    expect(response.status).toBe(200);
    const { findings: _, ...edited } = await savedPostOf(response);
    expect(edited).toEqual({
      ...created,
      ...fields,
      ...{ description: '', coverImage: '', references: [], version: 2 },
      etag: etagOf({ id: created.id, version: 2 }),
      updated_at: '2026-03-01T09:01:00.000Z',
      findings: undefined,
    });
    expect((await app.get('/api/blog/posts/a-title')).status).toBe(404);
  });

  it('answers a stale version with 409 and the current post, and changes nothing', async () => {
    const { app, create, edit } = await signedIn();
    const { etag } = await postOf(await create());
    const edited = await edit('a-title', { title: 'Theirs', etag });
    const { findings: _, ...theirs } = await savedPostOf(edited);
    const mine = await edit('a-title', { title: 'Mine', slug: 'mine', etag });
    expect(mine.status).toBe(409);
    expect(await mine.json()).toEqual({
      detail: expect.any(String),
      current: { ...theirs, savedBy: ADMINISTRATOR.email, savedAt: theirs.updated_at },
    });
    expect(await postOf(await app.get('/api/blog/posts/a-title'))).toMatchObject(theirs);
    // Without an etag, or with null, an edit is the last word.
    for (const accepted of [theirs.etag, null, undefined]) {
      expect((await edit('a-title', { etag: accepted })).status).toBe(200);
    }
    for (const wrong of [0, 1, {}, 'x'.repeat(101)]) {
      expect((await edit('a-title', { etag: wrong })).status).toBe(422);
    }
  });

  it('answers 409 when the new slug is taken, as for a new post, without a post to merge with, and finds it by its former slug', async () => {
    const { app, create, edit } = await signedIn();
    for (const slug of ['a-title', 'b']) await create({ slug });
    for (const taken of [await create({ title: 'B' }), await edit('b')]) {
      expect(taken.status).toBe(409);
      expect(await taken.json()).toEqual({ detail: expect.stringContaining('a-title') });
    }
    expect((await postOf(await app.get('/api/blog/posts/a-title'))).title).toBe('A title');
    for (const version of [2, 3]) {
      // The second as from a form that was open.
      const moved = await edit('b', { slug: 'moved' });
      expect([moved.status, (await postOf(moved)).version]).toEqual([200, version]);
    }
  });

  it('answers 404 where there is no post, and 422 before anything else is looked at', async () => {
    const { edit } = await signedIn();
    for (const slug of ['nothing', '%00']) expect((await edit(slug)).status).toBe(404);
    expect((await edit('nothing', { title: '' })).status).toBe(422);
  });
});

it('DELETE /api/admin/blog/posts/{slug} answers 204 without a body, and then 404, also at a former slug', async () => {
  const { app, token, create, edit } = await signedIn();
  await create();
  await edit('a-title', { slug: 'moved' });
  const remove = (slug: string) => app.send('DELETE', `${POSTS}/${slug}`, { token });
  expect((await remove('a-title')).status).toBe(404);
  const response = await remove('moved');
  expect([response.status, await response.text()]).toEqual([204, '']);
  for (const slug of ['moved', '%00']) expect((await remove(slug)).status).toBe(404);
  expect((await app.get('/api/blog/posts/moved')).status).toBe(404);
});

describe('GET /api/admin/blog/posts', () => {
  it('lists drafts and scheduled posts too, by status, tag and words, page by page', async () => {
    const { app, token } = await signedIn();
    const write = async (slug: string, fields: object) => {
      app.clock.advance(1000);
      await app.postJson(POSTS, { ...DRAFT, title: slug, slug, ...fields }, token);
    };
    await write('public', { tags: ['t'] });
    await write('next-hour', { publishDate: '2026-03-01T10:00:00Z', tags: ['t'] });
    await write('next-year', { publishDate: '2027-03-08T00:00:00Z' });
    await write('draft', { publishDate: '2027-03-08T00:00:00Z', status: 'draft', tags: ['t'] });
    const page = async (query: string) => {
      const response = await app.get(`/api/admin/blog/posts?${query}`, token);
      expect([query, response.status]).toEqual([query, 200]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      return (await response.json()) as { posts: Post[]; total: number; nextCursor: string | null };
    };
    const list = async (query: string) => {
      const { posts, total } = await page(query);
      return [posts.map(({ slug }) => slug).join(' '), total];
    };
    const first = await page('limit=3');
    expect([first.posts.length, first.total]).toEqual([3, 4]);
    for (const [query, slugs, total] of [
      ['status=draft', 'draft', 1],
      ['status=published', 'next-year next-hour public', 3],
      ['tag=t&status=published', 'next-hour public', 2],
      ['q=pub', 'public', 1],
      [`limit=3&cursor=${first.nextCursor}`, 'public', 4],
      ['status=scheduled', 'next-year next-hour', 2],
      ['status=scheduled&limit=1', 'next-year', 2],
      ['status=scheduled&tag=t', 'next-hour', 1],
      ['status=scheduled&q=next', 'next-year next-hour', 2],
      ['status=scheduled&q=ext-ye', 'next-year', 1],
      ['status=scheduled&q=public', '', 0],
    ] as const) {
      expect([query, ...(await list(query))]).toEqual([query, slugs, total]);
    }
    app.clock.set('2026-03-01T10:00:00.000Z');
    expect(await list('status=scheduled')).toEqual(['next-year', 1]);
    for (const query of ['status=yes', 'limit=0']) {
      expect((await app.get(`/api/admin/blog/posts?${query}`, token)).status).toBe(422);
    }
  });
});

it('GET /api/admin/stats counts scheduled posts as published, and by themselves', async () => {
  const { app, token, create } = await signedIn();
  await create({ slug: 'a' });
  await create({ slug: 'b', publishDate: '2030-01-01T00:00:00Z' });
  await create({ slug: 'c', status: 'draft' });
  const response = await app.get('/api/admin/stats', token);
  const counts = { total_posts: 3, published_posts: 2, draft_posts: 1, scheduled_posts: 1 };
  expect(await response.json()).toEqual(counts);
});

it('GET /api/admin/tags needs a token, and has the tags of all posts, drafts too, most used first, each in its most used spelling', async () => {
  const { app, token, create } = await signedIn();
  expect((await app.get('/api/admin/tags')).status).toBe(401);
  await create({ status: 'draft', tags: ['Kinase', 'kinase', 'ADMET'] });
  for (const words of ['b Kinase Über', 'c kinase über', 'd Über']) {
    const [slug, ...used] = words.split(' ');
    await create({ slug, tags: used });
  }
  const { tags } = await (await app.get('/api/admin/tags', token)).json();
  const listed = tags.map(({ tag, posts }: { tag: string; posts: number }) => `${tag} ${posts}`);
  expect(listed).toEqual(['Kinase 3', 'Über 3', 'ADMET 1']);
});

it('revisions are those that a post has: of a missing one there are none', async () => {
  const { app, token, create } = await signedIn();
  await create();
  const paths = [
    'nothing/revisions',
    ...['2', '0', 'x'].map((number) => `a-title/revisions/${number}`),
  ];
  const answers = await Promise.all(paths.map((path) => app.get(`${POSTS}/${path}`, token)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 422, 422]);
});

const MARKED = 'Before\n\n<<<<<<< yours\na\n=======\nb\n>>>>>>> theirs';

it('a text that is not finished is never made public, by whichever way, and the answer names the line', async () => {
  const { app, token } = await signedIn();
  const marked = { ...DRAFT, content: MARKED };
  const refused = await app.postJson(POSTS, marked, token);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail: [{ loc: ['body', 'content'], msg: expect.stringContaining('Line 3 is a conflict') }],
  });
  const scheduled = { ...marked, publishDate: '2030-01-01T00:00:00Z' };
  expect((await app.postJson(POSTS, scheduled, token)).status).toBe(422);
  expect((await app.postJson(POSTS, { ...marked, status: 'draft' }, token)).status).toBe(201);
  expect((await app.putJson(`${POSTS}/a-title`, marked, token)).status).toBe(422);
  const uploading = { ...DRAFT, content: 'A\n![Uploading gel.png…]()' };
  const answer = await app.putJson(`${POSTS}/a-title`, uploading, token);
  expect(await answer.json()).toMatchObject({
    detail: [{ msg: expect.stringContaining('Line 2 contains a picture') }],
  });
  expect(await (await app.get('/api/blog/posts')).json()).toMatchObject({ total: 0 });
  // Markers in code are shown.
  const code = { ...DRAFT, content: `\`\`\`diff\n${MARKED}\n\`\`\`` };
  expect((await app.putJson(`${POSTS}/a-title`, code, token)).status).toBe(200);
});

it('a UUID that the client sends is the id of the new post, any other is ignored', async () => {
  const { app, token } = await signedIn();
  const create = async (slug: string, id?: unknown) => {
    const answer = await app.postJson(POSTS, { ...DRAFT, slug, id }, token);
    return [answer.status, (await answer.json()) as { id: string; current?: object }] as const;
  };
  const id = randomUUID();
  expect(await create('one', id.toUpperCase())).toMatchObject([201, { id }]);
  for (const other of [undefined, null, 7, 'x', {}]) {
    const [status, made] = await create(`other-${typeof other}-${other === null}`, other);
    expect([status, made.id === id]).toEqual([201, false]);
  }
  expect(await create('two', id)).toMatchObject([409, { current: { id, slug: 'one' } }]);
});
