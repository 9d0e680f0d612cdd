import { expect, test } from 'vitest';
import { mapInOrder } from './map-in-order.ts';

/** Maps numbers, and tells how many are being mapped, and which were begun. */
function watched(fails?: number) {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const map = async (item: number) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    // The first takes longest.
    await new Promise((resolve) => setTimeout(resolve, item === 0 ? 30 : 1));
    running -= 1;
    if (item === fails) throw new Error(`${item} fails`);
    return item * 2;
  };
  return { map, begun, most: () => most };
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const ITEMS = [...Array(40).keys()];

test('posts are imported in their order, by no more threads than intended', async () => {
  const { map, most } = watched();
  const results = await listOf(mapInOrder(ITEMS, { concurrency: 3, ahead: 10 }, map));
  expect(results).toEqual(ITEMS.map((item) => item * 2));
  expect(most()).toBe(3);
});

test('a big import takes the memory of few posts: nothing far ahead is begun', async () => {
  const { map, begun } = watched();
  const mapped = mapInOrder(ITEMS, { concurrency: 2, ahead: 6 }, map);
  await mapped.next();
  await expect.poll(() => begun.length).toBe(6);
  await mapped.return(undefined);
  expect(begun.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('an import that fails begins no further post', async () => {
  const { map, begun } = watched(1);
  const mapping = listOf(mapInOrder(ITEMS, { concurrency: 2, ahead: 30 }, map));
  await expect(mapping).rejects.toThrow('1 fails');
  const last = begun.length;
  expect(last).toBeLessThan(ITEMS.length);
});
