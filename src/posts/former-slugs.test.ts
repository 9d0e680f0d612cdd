import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { everything, input, makePosts } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

describeEachEngine('posts', (makeDatabase) => {
  it('are found by every slug that they ever had, and may go back to one', async () => {
    const db = await makeDatabase();
    const { write, editPost, anyPost, publishedPost } = makePosts(db);
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    const last = unwrap(await editPost('b', input({ title: 'C' })));
    for (const slug of ['a', 'b', 'c', 'A', 'C']) {
      expect(await anyPost(slug)).toEqual(last);
      expect(await publishedPost(slug)).toEqual(last);
    }
    expect(await anyPost('d')).toBeNull();
    const back = unwrap(await editPost('c', input({ title: 'A' })));
    for (const slug of ['a', 'b', 'c']) expect(await anyPost(slug)).toEqual(back);
    expect((await everything(db)).formerSlugs).toMatchObject([{ slug: 'b' }, { slug: 'c' }]);
  });

  it('take a former slug of another: what has it now is found there, also a draft', async () => {
    const { write, editPost, anyPost, publishedPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    await editPost('b', input({ title: 'C' }));
    const draft = await write({ title: 'Draft', slug: 'a', status: 'draft' });
    expect([await anyPost('a'), await publishedPost('a')]).toEqual([draft, null]);
    await write({ title: 'Other' });
    const moved = unwrap(await editPost('other', input({ title: 'Other', slug: 'b' })));
    for (const slug of ['b', 'other']) expect(await publishedPost(slug)).toEqual(moved);
    expect((await anyPost('c'))?.title).toBe('C');
  });
});
