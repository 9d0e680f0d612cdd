import type { Database } from '../../db/connect.ts';
import type { PostStatus } from './post.ts';

export type PostStats = { total: number; published: number; drafts: number };

type PostCountsDeps = {
  db: Pick<Database, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Counts posts by the rows that triggers maintain. */
export function createPostCounts({ db: { query }, now }: PostCountsDeps) {
  /** Scheduled posts count as published. */
  async function postStats(): Promise<PostStats> {
    const counts = await query.selectFrom('post_counts').selectAll().execute();
    const of = (status: PostStatus) => counts.find((row) => row.status === status)?.posts ?? 0;
    return {
      total: of('published') + of('draft'),
      published: of('published'),
      drafts: of('draft'),
    };
  }

  /** How many posts the public may see now. */
  async function publishedPostCount(): Promise<number> {
    return (await countPublished(now())).visible;
  }

  /** Published posts that are due, and those that are not. Only the latter are counted by reading: they are few. */
  async function countPublished(due: string): Promise<{ visible: number; scheduled: number }> {
    const { published, scheduled } = await query
      .selectFrom('post_counts')
      .select((eb) => [
        'post_counts.posts as published',
        eb
          .selectFrom('posts')
          .select((posts) => posts.fn.countAll<number>().as('scheduled'))
          .where('posts.status', '=', 'published')
          .where('posts.date', '>', due)
          .$castTo<{ scheduled: number }>()
          .as('scheduled'),
      ])
      .where('post_counts.status', '=', 'published')
      .executeTakeFirstOrThrow();
    return { visible: published - (scheduled ?? 0), scheduled: scheduled ?? 0 };
  }

  return { postStats, publishedPostCount, countPublished };
}
