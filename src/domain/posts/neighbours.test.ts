import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makePosts } from '../../../test/make-posts.ts';
import { createNeighbours } from './neighbours.ts';

const NOW = '2026-06-01T00:00:00.000Z';
const day = (number: number) => `2026-05-0${number}T00:00:00.000Z`;

describeEachEngine('the posts beside a post', (makeDatabase) => {
  async function makeBlog() {
    const db = await makeDatabase();
    const { write } = makePosts(db);
    const deps = createNeighbours({ db, now: () => NOW });
    const besides = async (post: { id: string; date: string }) => {
      const { newer, older } = await deps.postNeighbours(post);
      return [newer?.title ?? null, older?.title ?? null];
    };
    return { write, besides, ...deps };
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

  it('are those whose pages change when it becomes public between them', async () => {
    const { write, neighbourIds } = await makeBlog();
    const old = await write({ title: 'Old', publishDate: day(1) });
    const young = await write({ title: 'Young', publishDate: day(3) });
    const between = await write({ title: 'Between', publishDate: day(2) });
    const draft = await write({ title: 'Draft', status: 'draft', publishDate: day(2) });
    expect((await neighbourIds(between.id)).toSorted()).toEqual([old.id, young.id].toSorted());
    expect(await neighbourIds(draft.id)).toEqual([]);
    expect(await neighbourIds('no such post')).toEqual([]);
  });
});
