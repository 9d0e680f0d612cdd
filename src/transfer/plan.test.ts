import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { planItems } from './plan.ts';

const untitled = (key: number) => ({
  kind: 'post' as const,
  key: String(key),
  title: 'Untitled',
  slug: 'untitled',
  date: new Date(Date.UTC(2020, 0, 1) + key * 60_000).toISOString(),
});

describeEachEngine('a plan', (makeDatabase) => {
  it('of many posts lets other requests in all the while', async () => {
    const db = await makeDatabase();
    const items = Array.from({ length: 5_000 }, (_, key) => ({
      ...untitled(key),
      slug: key < 1_000 ? 'untitled' : `post-${key}`,
    }));
    let turns = 0;
    let isPlanning = true;
    const serve = () => {
      turns += 1;
      if (isPlanning) setImmediate(serve);
    };
    setImmediate(serve);
    await planItems(db.query, items);
    isPlanning = false;
    expect(turns).toBeGreaterThan(50);
  });

  it('of many posts of one name gives each the next number at once', async () => {
    const db = await makeDatabase();
    const { services } = await makeApp({ db, renderPage: async () => new Response() });
    unwrap(await services.posts.createPost(input({ title: 'Taken', slug: 'untitled-3' })));
    const items = Array.from({ length: 300 }, (_, key) => untitled(key));
    let numbers = 0;
    // A number that is tried is two calls; from 2 for each post, it would be 90,000.
    const { slice } = String.prototype;
    String.prototype.slice = function (this: string, ...range) {
      if (this.valueOf() === 'untitled') numbers += 1;
      return slice.apply(this, range);
    };
    try {
      const planned = await planItems(db.query, items);
      expect(planned.map(({ slug }) => slug)).toEqual([
        'untitled',
        'untitled-2',
        ...Array.from({ length: 298 }, (_, at) => `untitled-${at + 4}`),
      ]);
    } finally {
      String.prototype.slice = slice;
    }
    expect(numbers).toBeLessThan(1_000);
  });
});
