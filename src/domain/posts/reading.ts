import type { Database } from '../../db/connect.ts';
import type { Cursor } from '../cursor.ts';
import { withTerms } from '../science/glossary/mention-rows.ts';
import { type ChangesSummary, readChangesSummaries } from './changes-rows.ts';
import { isSlug, type PostSummary, type ReadPost } from './post.ts';
import { createPostCounts } from './post-counts.ts';
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

export type PostTitle = { slug: string; title: string };

export type PostPage = {
  posts: PostSummary[];
  /** The size of the whole list; with a tag or a query, counted up to `MAX_TOTAL`. */
  total: number;
  next: Cursor | null;
};

/** A post without its body, as administrators see it. */
export type AdminPostSummary = PostSummary & { changes: ChangesSummary | null };

type AdminPostQuery = PostQuery &
  Pick<PostListFilter, 'status' | 'hasChanges'> & {
    /** Only published posts that are not due yet. */
    isScheduled?: boolean | undefined;
  };

export type AdminPostPage = Omit<PostPage, 'posts'> & { posts: AdminPostSummary[] };

/** Counting stops here: the cost of a page must not grow with the rest of the list. */
const MAX_TOTAL = 1_000;

type PostReadingDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Finds posts: public ones for visitors, all for administrators. */
export function createPostReading({ db, now }: PostReadingDeps) {
  const { query } = db;
  const { countPublished, postStats } = createPostCounts({ db, now });

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
    const after = offset < visible ? await cursorAt(scheduled + offset) : undefined;
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

  /** Posts of any status, newest first. */
  async function allPosts({
    isScheduled = false,
    ...wanted
  }: AdminPostQuery): Promise<AdminPostPage> {
    if (isScheduled && wanted.status === 'draft') return { posts: [], total: 0, next: null };
    const scheduled = isScheduled ? ({ status: 'published', since: now() } as const) : {};
    const filter = { ...wanted, ...scheduled, due: END_OF_TIME, includesPartialMatches: true };
    const { posts, ...rest } = await page(filter, async () => {
      const stats = await postStats();
      const { status = 'all' } = wanted;
      return { published: stats.published, draft: stats.drafts, all: stats.total }[status];
    });
    return { ...rest, posts: await withChanges(query, posts) };
  }

  /** The post with a present or former slug, if the public may see it now. */
  async function publishedPost(slug: string): Promise<ReadPost | null> {
    const instant = now();
    return findPost(slug, (posts) =>
      posts.where('posts.status', '=', 'published').where('posts.date', '<=', instant),
    );
  }

  /** The post with a present or former slug, of any status. */
  async function anyPost(slug: string): Promise<ReadPost | null> {
    return findPost(slug, (posts) => posts);
  }

  /** The titles of those of these posts that the public may see now, in the order of the slugs. */
  async function publishedTitles(slugs: readonly string[]): Promise<PostTitle[]> {
    const rows = await query
      .selectFrom('posts')
      .select(['slug', 'title'])
      .where('slug', 'in', slugs)
      .where('status', '=', 'published')
      .where('date', '<=', now())
      .execute();
    return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug));
  }

  async function page(
    wanted: PostQuery & PostListFilter,
    countAll: () => Promise<number>,
  ): Promise<PostPage> {
    const { limit, after, tag, q, hasChanges, since } = wanted;
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
      const isEverything =
        tag === undefined && q === undefined && !hasChanges && since === undefined;
      return isEverything ? countAll() : count(MAX_TOTAL);
    }
  }

  function selectPosts() {
    return query.selectFrom('posts').select([...POST_COLUMNS, 'posts.mentions']);
  }

  type Posts = ReturnType<typeof selectPosts>;

  async function findPost(
    slug: string,
    restrict: (posts: Posts) => Posts,
  ): Promise<ReadPost | null> {
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
    return withTerms(query, toPost(row, tagsOf(row.id)), row);
  }

  return { publishedPosts, publishedTitles, allPosts, publishedPost, anyPost };
}

/** Adds what a list for administrators says of unpublished changes. */
export async function withChanges(
  query: Database['query'],
  posts: readonly PostSummary[],
): Promise<AdminPostSummary[]> {
  const changesOf = await readChangesSummaries(
    query,
    posts.map(({ id }) => id),
  );
  return posts.map((post) => ({ ...post, changes: changesOf(post.id) }));
}

/** Sorts after every instant: lists for administrators include scheduled posts. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';
