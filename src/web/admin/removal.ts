import type { PostPage, Stats } from './api.ts';

/** The list without a deleted post. A list that was read after the deletion has counted without it. */
export function withoutPost(page: PostPage, slug: string): PostPage {
  const posts = page.posts.filter((post) => post.slug !== slug);
  return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
}

/**
 * The figures right after a delete (specification section 4): total and published each drop by 1
 * whatever the post's status was, until the true figures arrive from the server.
 */
export function afterRemoval(stats: Stats): Stats {
  return {
    ...stats,
    total_posts: stats.total_posts - 1,
    published_posts: stats.published_posts - 1,
  };
}
