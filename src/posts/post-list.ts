import { sql } from 'kysely';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { PublicDatabase } from '../server/db/public-views.ts';
import type { PostStatus } from './fields.ts';
import type { PostSummary } from './post.ts';
import { matchingPosts } from './post-index.ts';

export type PostQuery = {
  /** 1–100. */
  limit: number;
  after?: Cursor;
  tag?: string;
  /** Words that a post must hold, the last of which may be the beginning of one. */
  q?: string;
};

export type PostPage<Summary = PostSummary> = {
  posts: Summary[];
  total: number;
  next: Cursor | null;
};

export type PostListFilter = {
  /** Undefined means any. `scheduled`: published, but not due yet. `changes`: with unpublished ones. */
  status?: PostStatus | 'scheduled' | 'changes';
  /** The latest date of a listed post, ISO 8601 in UTC. */
  due?: string;
  /** Only posts with a later date, ISO 8601 in UTC. */
  since?: string;
  /** Finds also parts of title and slug, signs included, which the index of words cannot. */
  findsParts?: boolean;
};

/** @param readSummaries reads posts in the order of their ids */
export async function readPostPage<Summary>(
  db: PublicDatabase,
  wanted: PostQuery & PostListFilter & { offset?: number },
  readSummaries: (ids: readonly string[]) => Promise<Summary[]>,
): Promise<PostPage<Summary>> {
  const { limit, after, offset = 0 } = wanted;
  const listed = sql`from posts where ${sql.join(conditions(db, wanted), sql` and `)}`;
  const onPage = after === undefined ? sql`` : sql`and ${isBefore(['date', 'id'], after)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<Cursor>`select id, date ${listed} ${onPage}
      order by date desc, id desc limit ${limit + 1} offset ${offset}`.execute(db.query),
    sql<{ total: number }>`select count(*) as total ${listed}`.execute(db.query),
  ]);
  const { page, next } = toPage(rows, limit, ({ date, id }) => ({ date, id }));
  return {
    posts: await readSummaries(page.map(({ id }) => id)),
    total: Number(counted.rows[0]?.total),
    next,
  };
}

function conditions({ engine }: PublicDatabase, filter: PostQuery & PostListFilter) {
  const { status, due, since, tag, q = '', findsParts } = filter;
  const stored = status === 'scheduled' ? 'published' : status;
  const isAny = status === undefined || status === 'changes';
  const all = [isAny ? sql`deleted_at is null` : sql`status = ${stored}`];
  if (status === 'changes') all.push(sql`latest_version <> public_version`);
  if (due !== undefined) all.push(sql`date <= ${due}`);
  if (since !== undefined) all.push(sql`date > ${since}`);
  if (tag !== undefined) all.push(sql`id in (select post_id from post_tags where tag = ${tag})`);
  if (q.trim() === '') return all;
  const matching = matchingPosts(engine, q);
  const found = [
    ...(matching === null ? [] : [sql`select post_id from (${matching}) as matching`]),
    ...(findsParts
      ? [sql`select id from current_posts where ${containsWords(['title', 'slug'], q, engine)}`]
      : []),
  ];
  return [...all, found.length === 0 ? sql`1 = 0` : sql`id in (${sql.join(found, sql` union `)})`];
}
