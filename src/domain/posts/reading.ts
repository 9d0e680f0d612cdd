import type { Database } from '../../db/connect.ts';
import { type Cursor, isAfter } from '../cursor.ts';
import { isSlug, lastModified, type Post, type PostStatus, type PostSummary } from './post.ts';
import { type PostListFilter, readPostList } from './post-list.ts';
import { POST_COLUMNS, readSummaries, readTags, toPost } from './rows.ts';

export type PostQuery = {
  /** 1–100. */
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
  tag?: string | undefined;
  /** A search query, see `startSearch`. */
  q?: string | undefined;
};

export type PostPage = {
  posts: PostSummary[];
  /** The size of the whole list; with a tag or a query, counted up to `MAX_TOTAL`. */
  total: number;
  next: Cursor | null;
};

/** Counting stops here: the cost of a page must not grow with the rest of the list. */
const MAX_TOTAL = 1_000;

/** `lastModified` is ISO 8601 in UTC. */
export type SitemapEntry = { slug: string; lastModified: string };

export type PostStats = { total: number; published: number; drafts: number };

type PostReadingDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Finds posts: public ones for visitors, all for administrators. */
export function createPostReading({ db, now }: PostReadingDeps) {
  const { query } = db;

  /**
   * Posts that the public may see now, newest first.
   * @param wanted `page` numbers the pages of the unfiltered list from 1; other lists continue with `after`
   */
  async function publishedPosts(wanted: PostQuery & { page?: number }): Promise<PostPage> {
    const due = now();
    const filtered = {
      ...wanted,
      status: 'published',
      due,
      includesPartialMatches: false,
    } as const;
    const offset = ((wanted.page ?? 1) - 1) * wanted.limit;
    if (offset === 0) return page(filtered, async () => (await countPublished(due)).visible);
    const { visible, scheduled } = await countPublished(due);
    const after = await cursorAt(scheduled + offset);
    if (after === undefined) return { posts: [], total: visible, next: null };
    return page({ ...filtered, after }, async () => visible);
  }

  /** The cursor after the newest `offset` published posts, read from the index alone. */
  async function cursorAt(offset: number): Promise<Cursor | undefined> {
    return query
      .selectFrom('posts')
      .select(['date', 'id'])
      .where('status', '=', 'published')
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(offset - 1)
      .executeTakeFirst();
  }

  /** The newest posts that the public may see now, with their bodies. */
  async function newestPosts(limit: number): Promise<Post[]> {
    const rows = await selectPosts()
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
  }: Pick<PostQuery, 'limit' | 'after'> & { offset?: number | undefined }): Promise<{
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

  /** How many posts the public may see now. */
  async function publishedPostCount(): Promise<number> {
    return (await countPublished(now())).visible;
  }

  /** Posts of any status, newest first. */
  async function allPosts(
    wanted: PostQuery & { status?: PostStatus | undefined },
  ): Promise<PostPage> {
    return page({ ...wanted, due: END_OF_TIME, includesPartialMatches: true }, async () => {
      const stats = await postStats();
      const { status = 'all' } = wanted;
      return { published: stats.published, draft: stats.drafts, all: stats.total }[status];
    });
  }

  /** The post with a present or former slug, if the public may see it now. */
  async function publishedPost(slug: string): Promise<Post | null> {
    const instant = now();
    return findPost(slug, (posts) =>
      posts.where('posts.status', '=', 'published').where('posts.date', '<=', instant),
    );
  }

  /** The post with a present or former slug, of any status. */
  async function anyPost(slug: string): Promise<Post | null> {
    return findPost(slug, (posts) => posts);
  }

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

  async function page(
    wanted: PostQuery & PostListFilter,
    countAll: () => Promise<number>,
  ): Promise<PostPage> {
    const { limit, after, tag, q } = wanted;
    const { cursors, count } = await readPostList(db, wanted, after, limit + 1);
    const visible = cursors.slice(0, limit);
    const isWhole = after === undefined && cursors.length <= limit;
    const [total, posts] = await Promise.all([
      isWhole ? cursors.length : countList(),
      readSummaries(
        query,
        visible.map(({ id }) => id),
      ),
    ]);
    return { posts, total, next: cursors.length > limit ? (visible.at(-1) ?? null) : null };

    function countList(): Promise<number> {
      const isEverything = tag === undefined && q === undefined;
      return isEverything ? countAll() : count(MAX_TOTAL);
    }
  }

  function selectPosts() {
    return query.selectFrom('posts').select(POST_COLUMNS);
  }

  type Posts = ReturnType<typeof selectPosts>;

  async function findPost(slug: string, restrict: (posts: Posts) => Posts): Promise<Post | null> {
    const wanted = slug.toLowerCase();
    // A slug from a URL may contain NUL, which PostgreSQL rejects.
    if (!isSlug(wanted)) return null;
    const row =
      (await restrict(selectPosts()).where('posts.slug', '=', wanted).executeTakeFirst()) ??
      (await restrict(selectPosts())
        .where('posts.id', '=', (eb) =>
          eb.selectFrom('post_addresses').select('post_id').where('slug', '=', wanted),
        )
        .executeTakeFirst());
    if (row === undefined) return null;
    const tagsOf = await readTags(query, [row.id]);
    return toPost(row, tagsOf(row.id));
  }

  return {
    publishedPosts,
    newestPosts,
    sitemapEntries,
    publishedPostCount,
    allPosts,
    publishedPost,
    anyPost,
    postStats,
  };
}

/** Sorts after every instant: lists for administrators include scheduled posts. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';
