import { expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';

import { removePost } from '../../posts/trash.ts';
import { untilPostsChange } from './until-posts-change.ts';

it('what is computed of all posts is computed once for all who ask, and shows a post that was published, or became due, at once', async () => {
  const { db, site, clock } = await makeApp();
  const create = async (fields: Parameters<typeof input>[0]) =>
    unwrap(await createPost(site, input(fields)));
  let computed = 0;
  const now = () => clock.now().toISOString();
  const slugs = untilPostsChange({ db, now }, async (instant) => {
    computed += 1;
    const published = db.query.selectFrom('posts').where('status', '=', 'published');
    const due = published.where('date', '<=', instant).select('slug').orderBy('slug');
    return (await due.execute()).map(({ slug }) => slug);
  });
  await create({ title: 'a' });
  expect(await Promise.all([slugs(), slugs(), slugs()])).toEqual([['a'], ['a'], ['a']]);
  expect(computed).toBe(1);
  await create({ title: 'draft', status: 'draft' });
  const later = new Date(clock.now().getTime() + 60_000).toISOString();
  await create({ title: 'b', publishDate: later });
  expect(await slugs()).toEqual(['a']);
  clock.advance(60_000);
  expect(await slugs()).toEqual(['a', 'b']);
  const before = computed;
  expect(await slugs()).toEqual(['a', 'b']);
  expect(computed).toBe(before);
  unwrap(await removePost(site, 'a', { by: 'x@site.test' }));
  expect(await slugs()).toEqual(['b']);
});
