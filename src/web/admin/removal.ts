import type { PostPage, Stats } from './api.ts';

/** What the dashboard shows of the posts. */
export type Overview = PostPage & { stats: Stats };

/**
 * The overview right after a delete (specification section 4): total and published each drop by 1
 * whatever the post's status was, until the true figures arrive from the server.
 */
export function withoutPost(overview: Overview, slug: string): Overview {
  const { stats } = overview;
  return {
    ...overview,
    posts: overview.posts.filter((post) => post.slug !== slug),
    total: overview.total - 1,
    stats: {
      ...stats,
      total_posts: stats.total_posts - 1,
      published_posts: stats.published_posts - 1,
    },
  };
}
