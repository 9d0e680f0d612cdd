import type { Database } from '../server/db/connect.ts';
import type { Finding } from '../text/finding.ts';
import type { Post } from './post.ts';
import type { PublicationCheck } from './publication-check.ts';
import { POST_COLUMNS, toPost } from './rows.ts';

/** Posts of one call. */
export const MAX_CHECKED = 20;

export type CheckedPostSummary = Pick<Post, 'slug' | 'title' | 'status'> & {
  /** Null where the text could not be rendered in time. */
  findings: Finding[] | null;
};

/** Checks the posts that there are, some at a time: each is rendered again. */
export function createPostsCheck({
  db: { query },
  check,
}: {
  db: Pick<Database, 'query'>;
  check: PublicationCheck;
}) {
  /**
   * Checks the next posts in the order of slugs.
   *
   * @param after the last slug that was checked
   */
  async function checkPosts({
    after,
  }: {
    after: string;
  }): Promise<{ posts: CheckedPostSummary[]; next: string | null }> {
    const rows = await query
      .selectFrom('current_posts')
      .select([...POST_COLUMNS, 'status'])
      .where('slug', '>', after)
      .orderBy('slug')
      .limit(MAX_CHECKED + 1)
      .execute();
    const page = rows.slice(0, MAX_CHECKED).map(toPost);
    const posts = await Promise.all(
      page.map(async (post): Promise<CheckedPostSummary> => {
        const checked = await check.renderAndCheck(post);
        const { slug, title, status } = post;
        return { slug, title, status, findings: checked?.findings ?? null };
      }),
    );
    return { posts, next: rows.length > page.length ? (page.at(-1)?.slug ?? null) : null };
  }

  return { checkPosts };
}
