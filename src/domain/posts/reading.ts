import type { Database } from '../../db/connect.ts';
import { type Cursor, isAfter } from '../cursor.ts';
import { isSlug, lastModified, type Post, type PostStatus, type PostSummary } from './post.ts';
import { type PostListFilter, readPostList } from './post-list.ts';
import { POST_COLUMNS, readSummaries, readTags, toPost } from './rows.ts';

export type PostQuery = {
  /** 1–100. */
  limit: number;
  /** Where the previous page ended. */
  after?: Cursor | undefined;
  tag?: string | undefined;
  /** Words to look for (`startSearch`). */
  q?: string | undefined;
};

export type PostPage = {
  posts: PostSummary[];
  /** How many posts the whole list has; of those with a tag or words, up to `MAX_TOTAL`. */
  total: number;
  next: Cursor | null;
};

/** Counting goes so far: the cost of a list must not grow with what it does not show. */
export const MAX_TOTAL = 1_000;

/** Where a post is read, and when the public last saw it change. */
export type SitemapEntry = { slug: string; lastModified: string };

export type PostStats = { total: number; published: number; drafts: number };

type Parts = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** How posts are found: by the public what it may see, by administrators everything. */
export function createPostReading({ db, now }: Parts) {
  const { query } = db;

  /**
   * Posts that the public may see now, newest first.
   * @param wanted `page` is the number of a page of the whole list, from 1 on; other lists go on by `after`
   */
  async function publishedPosts(wanted: PostQuery & { page?: number }): Promise<PostPage> {
    const due = now();
    const listed = { ...wanted, status: 'published', due, parts: false } as const;
    const passed = ((wanted.page ?? 1) - 1) * wanted.limit;
    if (passed === 0) return page(listed, async () => (await countPublished(due)).visible);
    const { visible, scheduled } = await countPublished(due);
    const after = await lastOfPassed(scheduled + passed);
    if (after === undefined) return { posts: [], total: visible, next: null };
    return page({ ...listed, after }, async () => visible);
  }

  /** The last of so many published posts, newest first; the index alone is read to get there. */
  async function lastOfPassed(passed: number): Promise<Cursor | undefined> {
    return query
      .selectFrom('posts')
      .select(['date', 'id'])
      .where('status', '=', 'published')
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(passed - 1)
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
   * Where the posts are that the public may see now, oldest first, so that most of a page stays as
   * it is when posts are added.
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
      // The index begins at the date; the tie within that instant comes after.
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

  /** Every post, drafts and scheduled ones too, newest first. */
  async function allPosts(
    wanted: PostQuery & { status?: PostStatus | undefined },
  ): Promise<PostPage> {
    return page({ ...wanted, due: END_OF_TIME, parts: true }, async () => {
      const stats = await postStats();
      const { status = 'all' } = wanted;
      return { published: stats.published, draft: stats.drafts, all: stats.total }[status];
    });
  }

  /** The post that lives at a slug or once did, if the public may see it now. */
  async function publishedPost(slug: string): Promise<Post | null> {
    const instant = now();
    return findPost(slug, (posts) =>
      posts.where('posts.status', '=', 'published').where('posts.date', '<=', instant),
    );
  }

  /** The post that lives at a slug or once did, whatever its status. */
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

  /** The published posts that are due, and those that are not, which are few: counting the due reads all. */
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

  /** A page of a list, which the indexes find, and how many posts the list has. */
  async function page(
    wanted: PostQuery & PostListFilter,
    countAll: () => Promise<number>,
  ): Promise<PostPage> {
    const { limit, after, tag, q } = wanted;
    const { places, count } = await readPostList(db, wanted, after, limit + 1);
    const shown = places.slice(0, limit);
    const isWhole = after === undefined && places.length <= limit;
    const [total, posts] = await Promise.all([
      isWhole ? places.length : countList(),
      readSummaries(
        query,
        shown.map(({ id }) => id),
      ),
    ]);
    return { posts, total, next: places.length > limit ? (shown.at(-1) ?? null) : null };

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
    // What comes from an address may hold what an engine refuses (NUL).
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

/** Sorts after every instant, for lists that hold what is not due as well. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';
