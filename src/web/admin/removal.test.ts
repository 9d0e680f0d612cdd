import { expect, test } from 'vitest';
import type { PostSummary } from '../../domain/posts/post.ts';
import { afterRemoval, withoutPost } from './removal.ts';

const summary = (slug: string, status: PostSummary['status']) => ({ slug, status }) as PostSummary;

test('a deleted post leaves the table, and total and published drop by one even for a draft', () => {
  const page = {
    posts: [summary('kept', 'published'), summary('gone', 'draft')],
    total: 12,
    nextCursor: 'more',
  };
  const without = { posts: [summary('kept', 'published')], total: 11, nextCursor: 'more' };
  expect(withoutPost(page, 'gone')).toEqual(without);
  expect(afterRemoval({ total_posts: 12, published_posts: 9, draft_posts: 3 })).toEqual({
    total_posts: 11,
    published_posts: 8,
    draft_posts: 3,
  });
});

test('a list that was read after the deletion does not count it twice', () => {
  const page = { posts: [summary('kept', 'published')], total: 11, nextCursor: null };
  expect(withoutPost(page, 'gone')).toEqual(page);
});
