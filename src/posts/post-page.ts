import type { Cursor } from '../server/cursor.ts';
import type { PublicDatabase } from '../server/db/connect.ts';
import type { PostSummary } from './post.ts';
import { type PostListFilter, readPostList } from './post-list.ts';

export type PostQuery = {
  /** 1–100. */
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
  tag?: string | undefined;
  /** A search query, see `startSearch`. */
  q?: string | undefined;
};

export type PostPage<Summary = PostSummary> = {
  posts: Summary[];
  /** The size of the whole list; with a tag or a query, counted up to `MAX_TOTAL`. */
  total: number;
  next: Cursor | null;
};

/** Counting stops here: the cost of a page must not grow with the rest of the list. */
const MAX_TOTAL = 1_000;

/**
 * Reads a page of a list of posts.
 *
 * @param countAll counts the list without tag and query
 * @param readSummaries reads posts in the order of their ids
 */
export async function readPostPage<Summary>(
  db: PublicDatabase,
  wanted: PostQuery & PostListFilter,
  countAll: () => Promise<number>,
  readSummaries: (ids: readonly string[]) => Promise<Summary[]>,
): Promise<PostPage<Summary>> {
  const { limit, after, tag, q, hasChanges, since } = wanted;
  const { cursors, count } = await readPostList(db, wanted, after, limit + 1);
  const visible = cursors.slice(0, limit);
  const isWhole = after === undefined && cursors.length <= limit;
  const isEverything = tag === undefined && q === undefined && !hasChanges && since === undefined;
  const countList = () => (isEverything ? countAll() : count(MAX_TOTAL));
  const [total, posts] = await Promise.all([
    isWhole ? cursors.length : countList(),
    readSummaries(visible.map(({ id }) => id)),
  ]);
  return { posts, total, next: cursors.length > limit ? (visible.at(-1) ?? null) : null };
}
