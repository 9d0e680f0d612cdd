import { expect, it } from 'vitest';
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

it('a plan of many posts of one name gives each the next number', async () => {
  const { services, db } = await makeApp();
  unwrap(await services.posts.createPost(input({ title: 'Taken', slug: 'untitled-3' })));
  const items = Array.from({ length: 300 }, (_, key) => untitled(key));
  expect((await planItems(db.query, items)).map(({ slug }) => slug)).toEqual([
    'untitled',
    'untitled-2',
    ...Array.from({ length: 298 }, (_, at) => `untitled-${at + 4}`),
  ]);
});
