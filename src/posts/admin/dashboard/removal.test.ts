import { expect, test } from 'vitest';
import type { AdminPostSummary } from '../../reading.ts';
import { afterRemoval, withPost } from './posts-overview.tsx';

test('afterRemoval: total and published drop by one even for a draft', () => {
  const stats = { total_posts: 12, published_posts: 9, draft_posts: 3, scheduled_posts: 1 };
  expect(afterRemoval(stats)).toEqual({ ...stats, total_posts: 11, published_posts: 8 });
});

test('withPost: rows show posts as they stand, and deleted ones are gone and not counted', () => {
  const row = (id: string, version = 1) => ({ id, version }) as AdminPostSummary;
  const page = { posts: [row('a'), row('b'), row('c')], total: 7, nextCursor: 'more' };
  const changed = withPost(withPost(withPost(page, 'a', row('a', 2)), 'b', null), 'x', null);
  expect(changed).toEqual({ posts: [row('a', 2), row('c')], total: 6, nextCursor: 'more' });
  // A list that was read after the deletion does not count it twice.
  expect(withPost(changed, 'b', null)).toEqual(changed);
});
