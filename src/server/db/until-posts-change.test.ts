import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { type PostDraft, postInputSchema } from '../../posts/post-input.ts';
import { untilPostsChange } from './until-posts-change.ts';

describeEachEngine('what is computed of all posts', (makeDatabase) => {
  it('is computed once for all who ask, and shows a post that was published, or became due, at once', async () => {
    const db = await makeDatabase();
    const { services, clock } = await makeApp({ db });
    const create = async (title: string, fields: Partial<PostDraft> = {}) =>
      unwrap(
        await services.posts.createPost(
          postInputSchema.parse({ title, slug: title, content: 'Text', ...fields }),
          {},
        ),
      );
    let computed = 0;
    const now = () => clock.now().toISOString();
    const slugs = untilPostsChange({ db, now }, async (instant) => {
      computed += 1;
      const rows = await db.query
        .selectFrom('posts')
        .select('slug')
        .where('status', '=', 'published')
        .where('date', '<=', instant)
        .orderBy('slug')
        .execute();
      return rows.map(({ slug }) => slug);
    });
    await create('a');
    expect(await Promise.all([slugs(), slugs(), slugs()])).toEqual([['a'], ['a'], ['a']]);
    expect(computed).toBe(1);
    await create('draft', { status: 'draft' });
    const later = new Date(clock.now().getTime() + 60_000).toISOString();
    await create('b', { publishDate: later });
    expect(await slugs()).toEqual(['a']);
    clock.advance(60_000);
    expect(await slugs()).toEqual(['a', 'b']);
    const before = computed;
    expect(await slugs()).toEqual(['a', 'b']);
    expect(computed).toBe(before);
    unwrap(await services.posts.removePost('a', { by: 'x@site.test' }));
    expect(await slugs()).toEqual(['b']);
  });

  it('is computed again after it failed', async () => {
    const db = await makeDatabase();
    let fails = true;
    const read = untilPostsChange({ db, now: () => new Date().toISOString() }, async () => {
      if (fails) throw new Error('no database');
      return 1;
    });
    await expect(read()).rejects.toThrow('no database');
    fails = false;
    expect(await read()).toBe(1);
  });
});
