import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { type Position, standsAfter, standsBefore } from '../position.ts';
import { isSlug, lastModified, type Post, type PostStatus, type PostSummary } from './post.ts';
import { POST_COLUMNS, readTags, SUMMARY_COLUMNS, toPost, toSummary } from './rows.ts';
import { mentions } from './search.ts';

export type PostQuery = {
  /** 1–100. */
  limit: number;
  /** Where the previous page ended. */
  after?: Position | undefined;
  /** Posts to pass over, for numbered pages; lists that only go on use `after`. */
  offset?: number | undefined;
  tag?: string | undefined;
  /** Words to look for. */
  q?: string | undefined;
};

export type PostPage = { posts: PostSummary[]; total: number; next: Position | null };

/** Where a post is read, and when the public last saw it change. */
export type PostAddress = { slug: string; lastModified: string };

export type PostStats = { total: number; published: number; drafts: number };

type Parts = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** How posts are found: by the public what it may see, by administrators everything. */
export function createPostReading({ db, now }: Parts) {
  const { query } = db;

  /** Posts that the public may see now, newest first. */
  async function publishedPosts(wanted: PostQuery): Promise<PostPage> {
    const instant = now();
    const published = matching(db, wanted).where('posts.status', '=', 'published');
    return page(published, instant, wanted, () => countPublic(instant));
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
  async function publicAddresses({
    limit,
    after,
    offset,
  }: Pick<PostQuery, 'limit' | 'after' | 'offset'>): Promise<{
    addresses: PostAddress[];
    next: Position | null;
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
          .where(standsAfter(['date', 'id'], after as Position)),
      )
      .orderBy('date')
      .orderBy('id')
      .limit(limit)
      .$if(offset !== undefined, (posts) => posts.offset(offset as number))
      .execute();
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      addresses: rows.map((row) => ({ slug: row.slug, lastModified: lastModified(row) })),
      next: last === undefined ? null : { date: last.date, id: last.id },
    };
  }

  /** How many posts the public may see now. */
  async function publicPostCount(): Promise<number> {
    return countPublic(now());
  }

  /** Every post, drafts and scheduled ones too, newest first. */
  async function allPosts(
    wanted: PostQuery & { status?: PostStatus | undefined },
  ): Promise<PostPage> {
    const { status } = wanted;
    const posts = matching(db, wanted).$if(status !== undefined, (selection) =>
      selection.where('posts.status', '=', status as PostStatus),
    );
    return page(posts, END_OF_TIME, wanted, async () => {
      const stats = await postStats();
      return { published: stats.published, draft: stats.drafts, all: stats.total }[status ?? 'all'];
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

  /** The published ones less those that are not due, which are few: counting the due reads all. */
  async function countPublic(instant: string): Promise<number> {
    const { visible } = await query
      .selectFrom('post_counts')
      .select((eb) => [
        sql<number>`posts - ${eb
          .selectFrom('posts')
          .select(eb.fn.countAll().as('scheduled'))
          .where('status', '=', 'published')
          .where('date', '>', instant)}`.as('visible'),
      ])
      .where('status', '=', 'published')
      .executeTakeFirstOrThrow();
    return visible;
  }

  /** The posts of a selection that are due by an instant, from a cursor on. */
  async function page(
    selection: ReturnType<typeof matching>,
    due: string,
    { limit, after, offset, tag, q }: PostQuery,
    countAll: () => Promise<number>,
  ): Promise<PostPage> {
    // One upper bound for the index to begin at, and the tie within that instant: an engine that is
    // given both conditions as they stand begins at the newest post and walks down.
    const from = after !== undefined && after.date < due ? after.date : due;
    const rows = await selection
      .select(SUMMARY_COLUMNS)
      .where('posts.date', '<=', from)
      .$if(after !== undefined, (posts) =>
        posts.where(standsBefore(['posts.date', 'posts.id'], after as Position)),
      )
      .orderBy('posts.date', 'desc')
      .orderBy('posts.id', 'desc')
      .limit(limit + 1)
      .$if(offset !== undefined, (posts) => posts.offset(offset as number))
      .execute();
    const shown = rows.slice(0, limit);
    const tagsOf = await readTags(
      query,
      shown.map((row) => row.id),
    );
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const everything = tag === undefined && q === undefined;
    return {
      posts: shown.map((row) => toSummary(row, tagsOf(row.id))),
      total: everything ? await countAll() : await count(selection.where('posts.date', '<=', due)),
      next: last === undefined ? null : { date: last.date, id: last.id },
    };
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
    publicAddresses,
    publicPostCount,
    allPosts,
    publishedPost,
    anyPost,
    postStats,
  };
}

/** Sorts after every instant, for lists that hold what is not due as well. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

function matching({ engine, query }: Database, { tag, q }: Pick<PostQuery, 'tag' | 'q'>) {
  return query
    .selectFrom('posts')
    .$if(tag !== undefined, (posts) =>
      posts.where((eb) =>
        eb.exists(
          eb
            .selectFrom('post_tags')
            .select('post_tags.post_id')
            .whereRef('post_tags.post_id', '=', 'posts.id')
            .where('post_tags.tag', '=', tag as string),
        ),
      ),
    )
    .$if(q !== undefined, (posts) => posts.where(mentions(q as string, engine)));
}

async function count(selection: ReturnType<typeof matching>): Promise<number> {
  const { total } = await selection
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
