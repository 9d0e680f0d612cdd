import { expect, it } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { createPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

import { checkPosts } from './publication-check.ts';

it('checkPosts: all posts, drafts too, in the order of slugs', async () => {
  const { site } = await makeApp();
  const slugs = Array.from({ length: 21 }, (_, at) => `post-${String(at).padStart(2, '0')}`);
  for (const slug of slugs) {
    const content = slug === 'post-20' ? 'Text.\n\n[Nowhere](/no-such-page)' : 'Text.';
    unwrap(await createPost(site, input({ title: slug, slug, content, status: 'draft' })));
  }
  const checked = await checkPosts(site);
  expect(checked.map(({ slug }) => slug)).toEqual(slugs);
  expect(checked.at(-1)).toMatchObject({ findings: [{ code: 'dead-link', line: 3 }] });
});
