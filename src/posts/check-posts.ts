import type { Site } from '../site.ts';
import type { Finding } from '../text/finding.ts';
import type { Post } from './post.ts';
import { renderAndCheck } from './publication-check.ts';
import { POST_COLUMNS, toPost } from './rows.ts';

/** Posts of one call. */
export const MAX_CHECKED = 20;

export type CheckedPostSummary = Pick<Post, 'slug' | 'title' | 'status'> & {
  /** Null where the text could not be rendered in time. */
  findings: Finding[] | null;
};

/**
 * Checks the next posts in the order of slugs.
 *
 * @param after the last slug that was checked
 */
export async function checkPosts(
  site: Site,
  {
    after,
  }: {
    after: string;
  },
): Promise<{ posts: CheckedPostSummary[]; next: string | null }> {
  const rows = await site.db.query
    .selectFrom('current_posts')
    .select([...POST_COLUMNS, 'status'])
    .where('slug', '>', after)
    .orderBy('slug')
    .limit(MAX_CHECKED + 1)
    .execute();
  const page = rows.slice(0, MAX_CHECKED).map(toPost);
  const posts = await Promise.all(
    page.map(async (post): Promise<CheckedPostSummary> => {
      const checked = await renderAndCheck(site, post);
      const { slug, title, status } = post;
      return { slug, title, status, findings: checked?.findings ?? null };
    }),
  );
  return { posts, next: rows.length > page.length ? (page.at(-1)?.slug ?? null) : null };
}
