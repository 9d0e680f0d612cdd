import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { insertRows } from '../../../test/insert-rows.ts';
import { loadPage } from '../../../test/load-page.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input, postRules } from '../../../test/make-posts.ts';
import { START } from '../../../test/make-site.ts';
import { unwrap } from '../../../test/unwrap.ts';

import { renderOutdated } from '../outdated-renders.ts';
import { blogPosting, signposts } from '../pages/metadata.ts';
import { etagOf } from '../post.ts';
import { searchPosts } from '../post-search.ts';
import { publishedPost, publishedPosts } from '../public-posts.ts';
import type { Notice } from './notice.ts';
import { hashRecord, recordDocument } from './record-document.ts';
import { addNotice, publishedRecord, recordOf } from './records.ts';

const BY = 'editor@site.test';
const NOTICE = {
  kind: 'retraction',
  date: '2026-03-02',
  issuedBy: 'The authors',
  reason: 'The assay measured the buffer.',
} as const;

async function makeSite() {
  const app = await makeApp();
  const rules = boundTo(app.site, { renderOutdated, recordOf, addNotice, publishedRecord });
  const posts = { ...postRules(app.site), ...rules };
  const token = await app.signIn();
  const { id } = unwrap(
    await posts.createPost(input({ title: 'On binding', slug: 'binding', content: 'One kinase' })),
  );
  const edit = async (slug: string, fields: Partial<Parameters<typeof input>[0]>) =>
    unwrap(await posts.editPost(slug, input({ slug, title: 'On binding', ...fields })));
  const path = '/api/admin/blog/posts/binding/record';
  const freeze = (version: number, note = '') =>
    app.postJson(`${path}/versions`, { etag: etagOf({ id, version }), note }, token);
  const add = (notice: object = NOTICE) => app.postJson(`${path}/notices`, notice, token);
  return { ...app, id, posts, token, edit, freeze, add };
}

it('versions of record keep the text and the hash that were cited, whatever becomes of the post', async () => {
  const { get, id, posts, freeze, edit, clock, site } = await makeSite();
  const frozen = await freeze(1);
  expect(frozen.status).toBe(201);
  const { sha256 } = (await frozen.json()) as { sha256: string };
  const file = async (slug = 'binding') => (await get(`/blog/${slug}/v1.json`)).text();
  const before = await file();
  expect(createHash('sha256').update(before).digest('hex')).toBe(sha256);

  await edit('binding', { title: 'Other', slug: 'renamed', content: 'Two' });
  unwrap(await posts.addNotice('renamed', NOTICE, { by: BY }));
  clock.advanceDays(400);
  await posts.thinVersions(clock.now().toISOString());
  await renderOutdated(site, new AbortController().signal);
  expect(await file('renamed')).toBe(before);
  for (const path of ['v1.json', 'v1/cite.bib']) {
    const moved = await get(`/blog/binding/${path}`);
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/blog/renamed/${path}`]);
  }
  const record = await posts.publishedRecord('renamed', 1);
  expect(record).toMatchObject({
    sha256,
    authored: { title: 'On binding', content: 'One kinase' },
  });
  // Gone with a deleted post, back once it is published again.
  unwrap(await posts.removePost('renamed'));
  expect((await get('/blog/renamed/v1.json')).status).toBe(404);
  unwrap(await posts.restorePost(id, { by: BY }));
  expect((await get('/blog/renamed/v1.json')).status).toBe(404);
  await edit('renamed', { content: 'Again' });
  expect(await file('renamed')).toBe(before);
});

it('versions of record are each a version that readers saw, under one number', async () => {
  const { freeze, edit, posts, clock } = await makeSite();
  const answers = await Promise.all([1, 2, 3].map(() => freeze(1)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  await edit('binding', { content: 'Two' });
  expect((await freeze(1)).status).toBe(409);
  expect((await freeze(2, 'The second word')).status).toBe(201);
  await edit('binding', { content: 'Three', status: 'draft' });
  expect((await freeze(3)).status).toBe(409);
  expect(await posts.publishedRecord('binding', 1)).toBeNull();
  const later = new Date(clock.now().getTime() + 86_400_000).toISOString();
  await edit('binding', { content: 'Four', publishDate: later });
  expect((await freeze(4)).status).toBe(409);
  clock.advanceDays(2);
  const second = { number: 2, version: 2, note: 'The second word' };
  const records = [{ number: 1, version: 1 }, second];
  expect(await posts.recordOf('binding')).toMatchObject({ records });
});

it('versions of record keep their pictures, which the post no longer shows', async () => {
  const { freeze, edit, db } = await makeSite();
  const id = '0c6f5d0e5ff04c4e9c8e0f6f0f6f3c55';
  const named = { id, name: 'a.png', alt: '', format: 'png', placeholder: '#010203' };
  const size = { width: 640, height: 480, bytes: 3, moving: 0, created_at: START };
  await insertRows(db, 'pictures', { ...named, ...size });
  await edit('binding', { content: `![A curve](/media/${id}/640x480.png)` });
  expect((await freeze(2)).status).toBe(201);
  await edit('binding', { content: 'Without it' });
  await edit('binding', { content: 'Long without it' });
  const kept = await db.query.selectFrom('post_pictures').select('picture_id').execute();
  expect(kept).toEqual([{ picture_id: id }]);
});

it('versions of record are named in a citation', async () => {
  const { freeze, edit, get } = await makeSite();
  await freeze(1);
  await edit('binding', { content: 'A second text', author: 'Anna Berg' });
  await freeze(2);
  await edit('binding', { title: 'Not frozen', content: 'Three' });
  const newest = await (await get('/blog/binding/cite.bib')).text();
  expect(newest).toContain('{binding-v2,');
  expect(newest).toContain('title = {On binding}');
  expect(newest).toContain('author = {{Anna Berg}}');
  expect(newest).toContain('url = {https://site.test/blog/binding/v2}');
  const older = await (await get('/blog/binding/v1/cite.ris')).text();
  expect(older).toContain('UR  - https://site.test/blog/binding/v1');
  expect((await get('/blog/binding/v3/cite.ris')).status).toBe(404);
  expect((await get('/blog/binding/v01.json')).status).toBe(404);
});

it('a record of format 1 has the hash that was published, in every later program', () => {
  const authored = input({ title: 'Ünïts', slug: 'any', content: 'Text\r\n', tags: ['b', 'a'] });
  const record = { id: 'a', number: 1, date: '2026-01-01T00:00:00.000Z', note: 'N', authored };
  const document = recordDocument(record, 1);
  expect(document).toBe(
    '{"date":"2026-01-01T00:00:00.000Z","format":1,"id":"a","note":"N","number":1,"post":{"aiUse":"","author":"","citationStyle":"numbered","codeAvailability":"","competingInterests":"","content":"Text\\r\\n","coverImage":"","coverImageCaption":"","dataAvailability":"","description":"","funding":"","isResearch":false,"license":"","publishDate":null,"references":[],"reviewedBy":"","reviewedOn":"","tags":["b","a"],"title":"Ünïts"}}',
  );
  expect(hashRecord(document)).toBe(createHash('sha256').update(document, 'utf8').digest('hex'));
});

it('a retraction is told to everybody who meets the post, wherever they meet it', async () => {
  const { site, get, add, clock } = await makeSite();
  const picture = async () =>
    Buffer.from(await (await get('/blog/binding/share.png')).arrayBuffer());
  const drawn = await picture();
  clock.advance(60_000);
  expect((await add()).status).toBe(201);

  const post = await publishedPost(site, 'binding');
  if (post === null) throw new Error('The post is gone');
  const text = async (path: string) => (await get(path)).text();
  const [title] = (await searchPosts(site, 'kinase', { limit: 1, offset: 0 })).results;
  const page = { publicUrl: '', url: '/blog/binding', path: '', title: '', image: '' };
  const reached = {
    page: JSON.stringify(await loadPage('/blog/binding', site)),
    list: JSON.stringify((await publishedPosts(site, { limit: 1 })).posts),
    search: JSON.stringify(title),
    'Atom feed': await text('/feed.xml'),
    'JSON feed': await text('/feed.json'),
    'llms.txt': await text('/llms.txt'),
    Markdown: await text('/blog/binding.md'),
    BibTeX: await text('/blog/binding/cite.bib'),
    RIS: await text('/blog/binding/cite.ris'),
    'CSL-JSON': await text('/blog/binding/cite.json'),
    'structured data': JSON.stringify(blogPosting(post)(page)),
    API: await text('/api/blog/posts/binding'),
  };
  for (const [place, shown] of Object.entries(reached)) {
    expect(shown.replace(/[{}]/g, ''), place).toContain('RETRACTED: On binding');
  }
  const told = ['page', 'Atom feed', 'JSON feed', 'Markdown', 'BibTeX', 'RIS', 'CSL-JSON'] as const;
  for (const place of [...told, 'structured data', 'API'] as const) {
    expect(reached[place], place).toContain(NOTICE.reason);
  }
  expect(reached['structured data']).toContain('"creativeWorkStatus":"Retracted"');
  expect(JSON.parse(reached['CSL-JSON'])).toMatchObject([{ status: 'retracted' }]);
  expect(signposts(post, 'https://site.test')).toContain(
    '<https://site.test/blog/binding#notices>; rel="https://schema.org/correction"',
  );
  expect(await text('/sitemap.xml')).toContain(`<lastmod>${clock.now().toISOString()}</lastmod>`);
  expect(await picture(), 'share image').not.toEqual(drawn);
});

it('a retracted text stays as it was written for those who edit it; a correction leaves the title, and a notice added by mistake can be withdrawn', async () => {
  const { site, get, add, edit, send, token } = await makeSite();
  const shown = async () => (await publishedPost(site, 'binding'))?.title;
  const withdraw = async ({ id }: Notice) => {
    const path = `/api/admin/blog/posts/binding/record/notices/${id}`;
    return (await send('DELETE', path, { token })).status;
  };
  const retraction = await (await add()).json();
  expect((await (await get('/api/blog/posts/binding', token)).json()).title).toBe('On binding');
  await edit('binding', { title: 'On binding, again' });
  expect(await shown()).toBe('RETRACTED: On binding, again');
  expect([await withdraw(retraction), await withdraw(retraction)]).toEqual([204, 404]);
  await add({ ...NOTICE, kind: 'correction' });
  expect(await shown()).toBe('On binding, again');
  await add({ ...NOTICE, kind: 'expression-of-concern' });
  expect(await shown()).toBe('EXPRESSION OF CONCERN: On binding, again');
  expect((await publishedPost(site, 'binding'))?.notices).toHaveLength(2);
});

it('a notice without a reason or a person, of no day or of an unknown kind is refused, and the post is as it was', async () => {
  const { add, site } = await makeSite();
  const wrongs = { reason: ' ', issuedBy: '', date: '2026-02-30', kind: 'rumour' };
  for (const [field, wrong] of Object.entries(wrongs)) {
    expect((await add({ ...NOTICE, [field]: wrong })).status).toBe(422);
  }
  expect((await publishedPost(site, 'binding'))?.notices).toBeUndefined();
});
