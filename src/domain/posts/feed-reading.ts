import type { Database } from '../../db/connect.ts';
import { type Cursor, isAfter } from '../cursor.ts';
import { lastModified, type Post } from './post.ts';
import { POST_COLUMNS, readTags, toPost } from './rows.ts';

/** `lastModified` is ISO 8601 in UTC. */
export type SitemapEntry = { slug: string; lastModified: string };

type FeedReadingDeps = {
  db: Pick<Database, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Public posts for feeds and sitemaps. */
export function createFeedReading({ db: { query }, now }: FeedReadingDeps) {
  /** The newest posts that the public may see now, with their bodies. */
  async function newestPosts(limit: number): Promise<Post[]> {
    const rows = await query
      .selectFrom('posts')
      .select(POST_COLUMNS)
      .where('posts.status', '=', 'published')
      .where('posts.date', '<=', now())
      .orderBy('posts.date', 'desc')
      .orderBy('posts.id', 'desc')
      .limit(limit)
      .execute();
    const tagsOf = await readTags(
      query,
      rows.map((row) => row.id),
    );
    return rows.map((row) => toPost(row, tagsOf(row.id)));
  }

  /**
   * The posts that the public may see now, oldest first, so that new posts change only the last part of
   * a sitemap.
   */
  async function sitemapEntries({
    limit,
    after,
    offset,
  }: {
    limit: number;
    after?: Cursor | undefined;
    offset?: number | undefined;
  }): Promise<{
    entries: SitemapEntry[];
    next: Cursor | null;
  }> {
    const rows = await query
      .selectFrom('posts')
      .select(['id', 'slug', 'date', 'updated_at'])
      .where('status', '=', 'published')
      .where('date', '<=', now())
      // The bound on the date is for the index; the cursor also decides ties within an instant.
      .$if(after !== undefined, (posts) =>
        posts
          .where('date', '>=', after?.date ?? '')
          .where(isAfter(['date', 'id'], after as Cursor)),
      )
      .orderBy('date')
      .orderBy('id')
      .limit(limit)
      .$if(offset !== undefined, (posts) => posts.offset(offset as number))
      .execute();
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      entries: rows.map((row) => ({ slug: row.slug, lastModified: lastModified(row) })),
      next: last === undefined ? null : { date: last.date, id: last.id },
    };
  }

  return { newestPosts, sitemapEntries };
}
