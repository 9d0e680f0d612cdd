import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { input, makePosts } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { forPublic } from '../server/db/connect.ts';
import { createPublicPosts } from './public-posts.ts';

const NOW = '2026-06-01T00:00:00.000Z';
const day = (number: number) => `2026-05-0${number}T00:00:00.000Z`;

describeEachEngine('the posts beside a post', (makeDatabase) => {
  async function makeBlog() {
    const db = await makeDatabase();
    const { write } = makePosts(db);
    const { postNeighbours } = createPublicPosts({
      db: forPublic(db),
      now: () => NOW,
    });
    const besides = async (post: { id: string; date: string }) => {
      const { newer, older } = await postNeighbours(post);
      return [newer?.title ?? null, older?.title ?? null];
    };
    return { write, besides, postNeighbours };
  }

  it('are the next public ones in the list, newest first', async () => {
    const { write, besides } = await makeBlog();
    const posts = [];
    for (const [title, number] of [
      ['C', 3],
      ['A', 1],
      ['B', 2],
    ] as const) {
      posts.push(await write({ title, publishDate: day(number) }));
    }
    await write({ title: 'Draft', status: 'draft', publishDate: day(2) });
    await write({ title: 'Scheduled', publishDate: '2026-06-02T00:00:00.000Z' });
    const [c, a, b] = posts;
    if (a === undefined || b === undefined || c === undefined) throw new Error('Not written');
    expect(await besides(a)).toEqual(['B', null]);
    expect(await besides(b)).toEqual(['C', 'A']);
    expect(await besides(c)).toEqual([null, 'B']);
  });

  it('are in one order, and none is lost, where dates are equal', async () => {
    const { write, postNeighbours } = await makeBlog();
    const posts = [];
    for (const title of ['A', 'B', 'C']) posts.push(await write({ title, publishDate: day(1) }));
    const ids = posts.map(({ id }) => id).toSorted();
    for (const post of posts) {
      const at = ids.indexOf(post.id);
      const { newer, older } = await postNeighbours(post);
      expect([newer?.id, older?.id]).toEqual([ids[at + 1], ids[at - 1]]);
    }
  });
});

describeEachEngine('a post that is read by its id', (makeDatabase) => {
  it('is found while the public may see it, in its public version, and never otherwise', async () => {
    const { clock, write, editPost, removePost, restorePost, ...posts } = makePosts(
      await makeDatabase(),
    );
    const draft = await write({ title: 'A', status: 'draft' });
    const { id } = draft;
    const read = async () => (await posts.publishedPostById(id))?.title ?? null;
    expect(await read()).toBeNull();
    const publishDate = '2026-03-02T00:00:00Z';
    unwrap(await editPost('a', input({ title: 'Scheduled', slug: 'a', publishDate })));
    expect(await read()).toBeNull();
    clock.advanceDays(1);
    expect(await read()).toBe('Scheduled');
    unwrap(await editPost('a', input({ title: 'Moved', slug: 'b' })));
    expect(await read()).toBe('Moved');
    unwrap(await removePost('b'));
    expect(await read()).toBeNull();
    unwrap(await restorePost(id, { by: 'editor@site.test' }));
    expect(await read()).toBe('Moved');
    for (const other of ['', 'b', '\0', `${id}\0`]) {
      expect(await posts.publishedPostById(other)).toBeNull();
    }
  });
});
