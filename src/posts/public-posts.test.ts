import { expect, it } from 'vitest';
import { makePosts } from '../../test/make-posts.ts';

it('the posts beside a post are the next public ones in the list, also where dates are equal', async () => {
  const { write, postNeighbours } = makePosts();
  const day = (number: number) => `2026-02-0${number}T00:00:00.000Z`;
  const besides = async (post: { id: string; date: string }) => {
    const { newer, older } = await postNeighbours(post);
    return [newer?.title ?? null, older?.title ?? null];
  };
  const c = await write({ title: 'C', publishDate: day(3) });
  const a = await write({ title: 'A', publishDate: day(1) });
  const b = await write({ title: 'B', publishDate: day(2) });
  await write({ title: 'Draft', status: 'draft', publishDate: day(2) });
  await write({ title: 'Scheduled', publishDate: '2026-06-02T00:00:00.000Z' });
  expect([await besides(a), await besides(b), await besides(c)]).toEqual([
    ['B', null],
    ['C', 'A'],
    [null, 'B'],
  ]);
  const equal = [b];
  for (const title of ['D', 'E']) equal.push(await write({ title, publishDate: day(2) }));
  const order = [a, ...equal.toSorted((one, other) => (one.id < other.id ? -1 : 1)), c];
  for (const [at, post] of order.entries()) {
    const [older, newer] = [order[at - 1]?.title ?? null, order[at + 1]?.title ?? null];
    expect(await besides(post)).toEqual([newer, older]);
  }
});
