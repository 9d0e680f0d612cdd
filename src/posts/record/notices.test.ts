import { expect, it } from 'vitest';
import { loadPage } from '../../../test/load-page.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost, editPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { blogPosting, signposts } from '../pages/metadata.ts';
import { searchPosts } from '../post-search.ts';
import { publishedPost, publishedPosts } from '../public-posts.ts';
import type { Notice } from './notice.ts';

const NOTICE = {
  kind: 'retraction',
  date: '2026-03-02',
  issuedBy: 'The authors',
  reason: 'The assay measured the buffer.',
} as const;

const PREFIXED = 'RETRACTED: On binding';

async function makeSite() {
  const app = await makeApp();
  const token = await app.signIn();
  unwrap(
    await createPost(
      app.site,
      input({ title: 'On binding', slug: 'binding', content: '# Binding\n\nA kinase' }),
    ),
  );
  const add = (notice: Omit<Notice, 'id'> = NOTICE) =>
    app.postJson('/api/admin/blog/posts/binding/record/notices', notice, token);
  return { ...app, token, add };
}

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
    expect(shown.replace(/[{}]/g, ''), place).toContain(PREFIXED);
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

it('a text that is retracted stays as it was written for those who edit it', async () => {
  const { get, add, token, site } = await makeSite();
  await add();
  const post = (await (await get('/api/blog/posts/binding', token)).json()) as { title: string };
  expect(post.title).toBe('On binding');
  const edited = input({ title: 'On binding, again', slug: 'binding', content: 'Two' });
  unwrap(await editPost(site, 'binding', edited));
  expect((await publishedPost(site, 'binding'))?.title).toBe('RETRACTED: On binding, again');
});

it('a correction leaves the title, and a notice added by mistake can be withdrawn', async () => {
  const { add, send, token, site } = await makeSite();
  await add({ ...NOTICE, kind: 'correction' });
  const added = (await (await add({ ...NOTICE, kind: 'expression-of-concern' })).json()) as Notice;
  const title = async () => (await publishedPost(site, 'binding'))?.title;
  expect(await title()).toBe('EXPRESSION OF CONCERN: On binding');
  const path = `/api/admin/blog/posts/binding/record/notices/${added.id}`;
  expect((await send('DELETE', path, { token })).status).toBe(204);
  expect((await send('DELETE', path, { token })).status).toBe(404);
  expect(await title()).toBe('On binding');
  expect((await publishedPost(site, 'binding'))?.notices).toHaveLength(1);
});

it('a notice without a reason or a person, of no day or of an unknown kind is refused, and the post is as it was', async () => {
  const { add, site } = await makeSite();
  for (const wrong of [
    { reason: ' ' },
    { issuedBy: '' },
    { date: '2026-02-30' },
    { kind: 'rumour' },
  ]) {
    expect((await add({ ...NOTICE, ...wrong } as Notice)).status).toBe(422);
  }
  expect((await publishedPost(site, 'binding'))?.notices).toBeUndefined();
});
