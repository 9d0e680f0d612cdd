import type { BulkResult } from '../../bulk-editing.ts';
import type { PostPage } from '../list-posts.ts';
import type { Stats } from './stat-cards.tsx';

/** The list without a deleted post. The total of a list that was read after the deletion is right already. */
export function withoutPost(page: PostPage, slug: string): PostPage {
  const posts = page.posts.filter((post) => post.slug !== slug);
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

/** The list after several posts were changed: as they stand, without those that are deleted. */
export function afterResults(page: PostPage, results: readonly BulkResult[]): PostPage {
  const stored = new Map(results.map(({ id, post }) => [id, post]));
  const posts = page.posts.flatMap((shown) => {
    const post = stored.get(shown.id);
    return post === undefined ? shown : (post ?? []);
  });
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

/**
 * The statistics right after a deletion (specification section 4): total and published each drop by 1,
 * for any status, until the server returns the true numbers.
 */
export function afterRemoval(stats: Stats): Stats {
  return {
    ...stats,
    total_posts: stats.total_posts - 1,
    published_posts: stats.published_posts - 1,
  };
}
