import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Reference } from '../science/references/reference.ts';
import type { Tables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';
import { type ReadPost, tagKey } from './post.ts';
import { type PostListFilter, type PostPage, type PostQuery, readPostPage } from './post-list.ts';
import {
  completePost,
  findPostIdByAnySlug,
  inOrder,
  SUMMARY_COLUMNS,
  toChangesSummary,
  toSummary,
} from './rows.ts';
import type { adminPostSummarySchema } from './schemas.ts';
import { findPost, selectLatestVersions } from './stored-post.ts';

/** More would not help anybody to choose. */
const MAX_TAGS = 1_000;

/**
 * The tags of all posts with how many have them, most used first. Spellings that differ by case alone are one
 * tag, in its most used spelling.
 */
export async function tagCounts({ db: { query } }: Site) {
  const rows = await query
    .selectFrom('post_tags')
    .select((eb) => ['tag', eb.fn.countAll<number>().as('posts')])
    .groupBy('tag')
    .orderBy('posts', 'desc')
    .orderBy('tag')
    .execute();
  const counts = new Map<string, { tag: string; posts: number }>();
  for (const { tag, posts } of rows) {
    const known = counts.get(tagKey(tag));
    if (known === undefined) counts.set(tagKey(tag), { tag, posts: Number(posts) });
    else known.posts += Number(posts);
  }
  return [...counts.values()].sort((a, b) => b.posts - a.posts).slice(0, MAX_TAGS);
}

/** Posts that are read at once: other requests are answered between two batches. */
const BATCH = 200;

/** The references of all posts, those of the newest first. @param signal ends the reading early */
export async function* citedReferences({ db: { query } }: Site, signal?: AbortSignal) {
  for (let offset = 0; !signal?.aborted; offset += BATCH) {
    const rows = await selectLatestVersions(query)
      .select('references')
      .where('deleted_at', 'is', null)
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(BATCH)
      .offset(offset)
      .execute();
    yield rows.flatMap((row): Reference[] => JSON.parse(row.references));
    if (rows.length < BATCH) return;
    await setImmediate();
  }
}

export type AdminPostSummary = z.output<typeof adminPostSummarySchema>;

export async function allPosts(
  site: Site,
  wanted: PostQuery & Pick<PostListFilter, 'status'>,
): Promise<PostPage<AdminPostSummary>> {
  const since = wanted.status === 'scheduled' ? site.now() : undefined;
  return readPostPage(site.db, { ...wanted, since, findsParts: true }, (ids) =>
    readAdminSummaries(site.db.query, ids),
  );
}

/** Scheduled posts are published ones that are not due yet. */
export async function postStats({ now, db: { query } }: Site) {
  const counts = await query
    .selectFrom('posts')
    .select(({ fn }) => [
      fn.countAll().filterWhere('status', '=', 'published').as('published'),
      fn.countAll().filterWhere('status', '=', 'draft').as('drafts'),
      fn
        .countAll()
        .filterWhere('status', '=', 'published')
        .filterWhere('date', '>', now())
        .as('scheduled'),
    ])
    .executeTakeFirstOrThrow();
  const [published, drafts] = [Number(counts.published), Number(counts.drafts)];
  return { total: published + drafts, published, drafts, scheduled: Number(counts.scheduled) };
}

export async function anyPost({ db: { query } }: Site, slug: string): Promise<ReadPost | null> {
  const id = await findPostIdByAnySlug(query, slug);
  const post = id === null ? null : await findPost(query, id);
  return post && completePost(query, post);
}

/** Posts that are not in the trash, in the order of `ids`; missing ones are left out. */
async function readAdminSummaries(query: Kysely<Tables>, ids: readonly string[]) {
  const rows = await query
    .selectFrom('current_posts')
    .innerJoin('post_versions as latest', (join) =>
      join.onRef('latest.post_id', '=', 'id').onRef('latest.version', '=', 'latest_version'),
    )
    .select(SUMMARY_COLUMNS.map((column) => `current_posts.${column}` as const))
    .select(['status', 'latest.version as latest', 'saved_at', 'saved_by', 'publish_at', 'problem'])
    .where('id', 'in', ['', ...ids])
    .execute();
  const posts = rows.map((row) => {
    // Of a draft, only why it is no longer scheduled.
    const hasChanges = row.latest !== row.version || row.problem !== null;
    return { ...toSummary(row), changes: hasChanges ? toChangesSummary(row) : null };
  });
  return inOrder(ids, posts);
}
