import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { input, makePosts, titles } from '../../test/make-posts.ts';
import { START } from '../../test/make-site.ts';

it('posts are named to pages that link to them, only while the public may see them', async () => {
  const { write, publishedTitles } = makePosts();
  await write({ title: 'Explained' });
  await write({ title: 'Draft', status: 'draft' });
  await write({ title: 'Later', publishDate: '2030-01-01T00:00:00Z' });
  await write({ title: 'Another' });
  expect(await publishedTitles(['another', 'draft', 'later', 'nothing', 'explained'])).toEqual([
    { slug: 'another', title: 'Another' },
    { slug: 'explained', title: 'Explained' },
  ]);
});

it('the list of posts is the same by numbered pages as in one, whatever is moved and removed', async () => {
  const { write, editPost, removePost, publishedPosts } = makePosts();
  const instants = ['2019-12-31T23:59:59Z', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00.001Z'];
  for (let number = 0; number < 40; number++) {
    const minutes = 7 ** (number % 8);
    const spread = new Date(Date.parse(START) - minutes * 60_000).toISOString();
    const publishDate = instants[number % 5] ?? spread;
    await write({ title: `${number}`, publishDate, status: number % 7 ? 'published' : 'draft' });
  }
  await write({ title: 'Scheduled', publishDate: '2027-01-01T00:00:00Z' });
  await editPost('3', input({ title: '3', publishDate: '2018-01-01T00:00:00Z' }));
  await editPost('4', input({ title: '4', publishDate: START, status: 'draft' }));
  await editPost('7', input({ title: '7', publishDate: START }));
  await removePost('5');
  const all = titles(await publishedPosts({ limit: 100 }));
  expect(all).toHaveLength(33);
  for (const limit of [1, 4, 33, 50]) {
    const numbers = Array.from({ length: Math.ceil(33 / limit) }, (_, number) => number + 1);
    const read = await Promise.all(numbers.map((page) => publishedPosts({ limit, page })));
    expect(read.flatMap(titles)).toEqual(all);
    const past = await publishedPosts({ limit, page: numbers.length + 1 });
    for (const { total } of [...read, past]) expect(total).toBe(33);
    expect(past.posts).toEqual([]);
  }
});

describeEachEngine('the list for administrators', (makeDatabase) => {
  it('finds words of title, description, slug and tags, whatever the case, and signs as they are', async () => {
    const { write, allPosts } = makePosts(await makeDatabase());
    await write({ title: 'Reading an IC50', slug: 'dose', description: 'Half the EFFECT' });
    await write({ title: 'Selectivity', tags: ['Über-Kinase', 'β-catenin'] });
    await write({ title: '100 % sure_of it\\', slug: 'sure' });
    const found = async (q: string) => {
      const page = await allPosts({ limit: 100, q });
      expect(page.total).toBe(page.posts.length);
      return titles(page).sort();
    };
    for (const [title, ...queries] of [
      ['Reading an IC50', 'ic50', '  effect   READING ', 'DOSE'],
      ['Selectivity', 'kinase', 'Über', 'über', 'ÜBER Β-CATENIN'],
      ['100 % sure_of it\\', '%', 'e_o', 'it\\'],
    ] as const) {
      for (const q of queries) expect([q, await found(q)]).toEqual([q, [title]]);
    }
    for (const q of ["' or 1=1 --", 'effect selectivity']) expect(await found(q)).toEqual([]);
    for (const q of ['', ' \t']) expect(await found(q)).toHaveLength(3);
  });
});

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
