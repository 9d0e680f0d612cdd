import { expect, it } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

import { checkPosts } from './publication-check.ts';

it('all posts are checked, drafts too, twenty at a time in the order of slugs', async () => {
  const { site } = await makeApp();
  const slugs = Array.from({ length: 21 }, (_, at) => `post-${String(at).padStart(2, '0')}`);
  for (const slug of slugs) {
    const content = slug === 'post-20' ? 'Text.\n\n[Nowhere](/no-such-page)' : 'Text.';
    unwrap(await createPost(site, input({ title: slug, slug, content, status: 'draft' })));
  }
  const first = await checkPosts(site, { after: '' });
  expect(first.posts.map(({ slug }) => slug)).toEqual(slugs.slice(0, 20));
  expect(first.next).toBe('post-19');
  const last = await checkPosts(site, { after: 'post-19' });
  expect(last.posts).toMatchObject([
    { slug: 'post-20', findings: [{ code: 'dead-link', line: 3 }] },
  ]);
  expect(last.next).toBeNull();
});
