import { expect, it } from 'vitest';
import { input, makePosts } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';

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

it('a post that is read by its id is found while the public may see it, in its public version, and never otherwise', async () => {
  const { clock, write, editPost, removePost, restorePost, ...posts } = makePosts();
  const { id } = await write({ title: 'A', status: 'draft' });
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
  expect(await read()).toBeNull();
  for (const other of ['', 'b', '\0', `${id}\0`]) {
    expect(await posts.publishedPostById(other)).toBeNull();
  }
});
