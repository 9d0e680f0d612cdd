import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { createThreads } from '../../app/threads/threads.ts';
import type { PageSeo } from '../../content/page-seo.ts';
import { profile } from '../../content/profile.ts';
import type { Site } from '../../site.ts';
import { pageMeta } from '../../ui/seo.ts';

import type { Post } from '../post.ts';
import type { PostDraft } from '../post-input.ts';
import { createShareImageRoutes } from './pictures.ts';

const SITE = 'https://site.test';
/** Some networks reject larger images. */
const LARGEST_BYTES = 300 * 1024;

/** The URL of `og:image` in a page's head. */
function pictureOf(seo: PageSeo): string {
  const tags = pageMeta(seo, { publicUrl: SITE }) as Record<string, unknown>[];
  const image = tags.find(({ property }) => property === 'og:image')?.content;
  return String(image).replace(SITE, '');
}

const pictureOfPost = ({ title, slug }: Pick<Post, 'title' | 'slug'>) =>
  pictureOf({ title: `${title} | L`, description: '', keywords: '', canonical: `/blog/${slug}` });

async function expectPicture(response: Response): Promise<Buffer> {
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(LARGEST_BYTES);
  return bytes;
}

const draftOf = (fields: Partial<PostDraft>) =>
  input({ title: 'A post', slug: 'a-post', ...fields });

const write = async ({ site }: TestApp, fields: Partial<PostDraft> = {}): Promise<Post> =>
  unwrap(await createPost(site, draftOf(fields)));

const pages = createShareImageRoutes({
  // Pages ask for nothing else.
  site: {} as Site,
  profile,
  drawShareImage: createThreads().drawShareImage,
});

it('who shares a page sees a picture of its title', async () => {
  for (const page of profile.pages) await expectPicture(await pages.request(pictureOf(page)));
});

it('who shares a post sees another picture after a change of title, at another URL, and where the post is now', async () => {
  const app = await makeApp();
  const before = await write(app, { coverImage: 'https://images.example/a.jpg' });
  const first = await expectPicture(await app.get(pictureOfPost(before)));
  const token = await app.signIn();
  const edited = draftOf({ title: 'Another title' });
  expect((await app.putJson('/api/admin/blog/posts/a-post', edited, token)).status).toBe(200);
  const after = { ...before, title: 'Another title' };
  expect(pictureOfPost(after)).not.toBe(pictureOfPost(before));
  const second = await expectPicture(await app.get(pictureOfPost(after)));
  expect(second.equals(first)).toBe(false);
  const moved = draftOf({ slug: 'moved' });
  expect((await app.putJson('/api/admin/blog/posts/a-post', moved, token)).status).toBe(200);
  const { status, headers } = await app.get('/blog/a-post/share.png?v=1');
  expect([status, headers.get('Location')]).toEqual([301, '/blog/moved/share.png']);
  expect(headers.get('Cache-Control')).toBe('no-cache');
});

it('a share image does not exist for a draft, a post that is not due, or a missing post', async () => {
  const app = await makeApp();
  await write(app, { slug: 'a-draft', status: 'draft' });
  await write(app, { slug: 'soon', publishDate: '2026-03-02T00:00:00.000Z' });
  const token = await app.signIn();
  for (const slug of ['a-draft', 'soon', 'no-such-post', '%2e%2e%2fshare.png', '../no-such-page']) {
    const answer = await app.get(`/blog/${slug}/share.png`, token);
    expect([slug, answer.headers.get('Content-Type')]).not.toEqual([slug, 'image/png']);
  }
  const draft = await app.get('/blog/a-draft/share.png', token);
  expect([draft.status, draft.headers.get('Cache-Control')]).toEqual([404, 'no-cache']);
  app.clock.advanceDays(1);
  await expectPicture(await app.get('/blog/soon/share.png'));
});

it('a share image is cached for an hour, and then a 304', async () => {
  const app = await makeApp();
  const full = await app.get('/share.png');
  expect(full.headers.get('Cache-Control')).toBe('public, max-age=3600');
  const tag = full.headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[^"]+"$/);
  const known = await app.send('GET', '/share.png', { headers: { 'If-None-Match': tag } });
  expect([known.status, await known.text()]).toEqual([304, '']);
});
