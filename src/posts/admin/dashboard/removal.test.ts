import { expect, test } from 'vitest';
import type { AdminPostSummary } from '../../reading.ts';
import type { BulkOutcome } from '../bulk/use-bulk-action.ts';
import { afterOutcome, afterRemoval, withoutPost } from './posts-list.tsx';

const summary = (slug: string, status: AdminPostSummary['status']) =>
  ({ slug, status }) as AdminPostSummary;

test('a deleted post leaves the table, and total and published drop by one even for a draft', () => {
  const page = {
    posts: [summary('kept', 'published'), summary('gone', 'draft')],
    total: 12,
    nextCursor: 'more',
  };
  const without = { posts: [summary('kept', 'published')], total: 11, nextCursor: 'more' };
  expect(withoutPost(page, 'gone')).toEqual(without);
  // A list that was read after the deletion does not count it twice.
  expect(withoutPost(without, 'gone')).toEqual(without);
  const stats = { total_posts: 12, published_posts: 9, draft_posts: 3, scheduled_posts: 1 };
  expect(afterRemoval(stats)).toEqual({ ...stats, total_posts: 11, published_posts: 8 });
});

test('after a change of several, rows show posts as they stand, and deleted ones are gone and not counted', () => {
  const row = (id: string, version = 1) => ({ id, version }) as AdminPostSummary;
  const page = { posts: [row('a'), row('b'), row('c')], total: 7, nextCursor: 'more' };
  const outcomes = [
    { id: 'a', post: row('a', 2) },
    { id: 'b', post: null },
    { id: 'not-shown', post: null },
  ] as BulkOutcome[];
  expect(outcomes.reduce(afterOutcome, page)).toEqual({
    posts: [row('a', 2), row('c')],
    total: 6,
    nextCursor: 'more',
  });
});
