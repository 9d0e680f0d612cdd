import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { everything, input, makePosts } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

describeEachEngine('posts', (makeDatabase) => {
  it('may be as long as the limits allow', async () => {
    const { write, anyPost } = makePosts(await makeDatabase());
    const content = 'Längst \u{1F9EA}\r\n'.repeat(150_000).slice(0, 1_999_998);
    await write({ title: 'Long', content });
    expect((await anyPost('long'))?.content === content).toBe(true);
  });

  it('take a slug once when several want it, at once or later, and nothing is written of the others', async () => {
    const db = await makeDatabase();
    const { createPost, editPost, write } = makePosts(db);
    const results = await Promise.all(
      ['1', '2', '3', '4'].map((tag) => createPost(input({ title: 'A', tags: [tag] }))),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    const { etag } = await write({ title: 'B', tags: ['two'] });
    const before = await everything(db);
    expect([before.posts.length, before.versions.length, before.tags.length]).toEqual([2, 2, 2]);
    const taken = input({ title: 'New', slug: 'a', tags: ['three', 'four'] });
    for (const refused of [await createPost(taken), await editPost('b', taken, { etag })]) {
      expect(refused).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    }
    expect(await everything(db)).toEqual(before);
  });

  it('take one of several edits that are made at once from the same version, and each that names none', async () => {
    const { write, editPost, anyPost } = makePosts(await makeDatabase());
    const { etag } = await write({ title: 'A' });
    const results = await Promise.all(
      ['b', 'c', 'd'].map((slug) =>
        editPost('a', input({ title: slug, slug, tags: [slug] }), { etag }),
      ),
    );
    const [won, ...others] = results.filter((result) => result.ok).map(unwrap);
    expect(others).toEqual([]);
    expect(await anyPost('a')).toEqual(won);
    const current = { ...won, savedBy: null, savedAt: won?.updated_at };
    for (const refused of results.filter((result) => !result.ok)) {
      expect(refused).toMatchObject({ failure: { kind: 'conflict', current } });
    }
    const edits = ['1', '2', '3'].map((title) => editPost('a', input({ title, slug: 'a' })));
    const versions = (await Promise.all(edits)).map((result) => unwrap(result).version);
    expect(versions.sort()).toEqual([3, 4, 5]);
  });

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
