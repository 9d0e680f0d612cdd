import { expect, test } from 'vitest';
import type { PostSummary } from '../../domain/posts/post.ts';
import { withoutPost } from './removal.ts';

const summary = (slug: string, status: PostSummary['status']) => ({ slug, status }) as PostSummary;

test('a deleted post leaves the table, and total and published drop by one even for a draft', () => {
  const overview = {
    posts: [summary('kept', 'published'), summary('gone', 'draft')],
    total: 12,
    nextCursor: 'more',
    stats: { total_posts: 12, published_posts: 9, draft_posts: 3 },
  };
  expect(withoutPost(overview, 'gone')).toEqual({
    posts: [summary('kept', 'published')],
    total: 11,
    nextCursor: 'more',
    stats: { total_posts: 11, published_posts: 8, draft_posts: 3 },
  });
});
