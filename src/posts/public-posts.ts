import type { Kysely } from 'kysely';
import { isAfter, isBefore } from '../server/cursor.ts';
import { forPublic } from '../server/db/connect.ts';
import { publicPosts, readPublicState } from '../server/db/public-views.ts';
import type { PublicTables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';
import { withAuthors } from './authors/author-rows.ts';
import {
  isSlug,
  lastModified,
  type Neighbours,
  type Post,
  type PostSummary,
  type ReadPost,
} from './post.ts';
import { type PostPage, type PostQuery, readPostPage } from './post-list.ts';
import {
  completePost,
  findByFormerSlug,
  READ_COLUMNS,
  SUMMARY_COLUMNS,
  toReadPost,
  toSummary,
} from './rows.ts';

/** Summaries of posts that the public may see, in the order of `ids`; the others are left out. */
export async function readPublicSummaries(
  query: Kysely<PublicTables>,
  ids: readonly string[],
  instant: string,
): Promise<PostSummary[]> {
  if (ids.length === 0) return [];
  const rows = await publicPosts(query, instant)
    .select(SUMMARY_COLUMNS)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toSummary(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type PostTitle = { slug: string; title: string };

/** `lastModified` is ISO 8601 in UTC. */
export type SitemapEntry = { slug: string; lastModified: string };

/**
 * Posts that the public may see now, newest first.
 * @param wanted `page` numbers the pages from 1, where the list does not continue with `after`
 */
export async function publishedPosts(
  site: Site,
  wanted: PostQuery & { page?: number },
): Promise<PostPage> {
  const due = site.now();
  const { page = 1, ...query } = wanted;
  const db = forPublic(site.db);
  return readPostPage(
    db,
    { ...query, status: 'published', due, offset: (page - 1) * query.limit },
    (ids) => readPublicSummaries(db.query, ids, due),
  );
}

/** The post with a current or former slug, if the public may see it now. */
export async function publishedPost(site: Site, slug: string): Promise<ReadPost | null> {
  const wanted = slug.toLowerCase();
  // A slug from a URL may contain NUL, which PostgreSQL rejects.
  if (!isSlug(wanted)) return null;
  const posts = publicPosts(forPublic(site.db).query, site.now()).select(READ_COLUMNS);
  const row = await posts.where('slug', '=', wanted).executeTakeFirst();
  if (row !== undefined) return completePost(forPublic(site.db).query, toReadPost(row));
  const id = await findByFormerSlug(forPublic(site.db).query, wanted);
  return id === null ? null : publishedPostById(site, id);
}

export async function publishedPostById({ now, db }: Site, id: string): Promise<ReadPost | null> {
  // An id from a URL may contain NUL, which PostgreSQL rejects.
  if (id.includes('\0')) return null;
  const row = await publicPosts(forPublic(db).query, now())
    .select(READ_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : completePost(forPublic(db).query, toReadPost(row));
}

/** The titles of those of these posts that the public may see now, in the order of the slugs. */
export async function publishedTitles(
  { now, db }: Site,
  slugs: readonly string[],
): Promise<PostTitle[]> {
  const rows = await publicPosts(forPublic(db).query, now())
    .select(['slug', 'title'])
    .where('slug', 'in', slugs)
    .execute();
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug));
}

/** The titles and dates of the newest posts that the public may see now. */
export async function newestTitles(
  { now, db }: Site,
  limit: number,
): Promise<(PostTitle & { date: string })[]> {
  return publicPosts(forPublic(db).query, now())
    .select(['slug', 'title', 'date'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest posts that the public may see now, with their bodies. */
export async function newestPosts({ now, db }: Site, limit: number): Promise<ReadPost[]> {
  const rows = await publicPosts(forPublic(db).query, now())
    .select(READ_COLUMNS)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return withAuthors(forPublic(db).query, rows.map(toReadPost));
}

/** The posts that the public may see now, oldest first, so that new ones change only the last part of a sitemap. */
export async function sitemapEntries({ now, db }: Site): Promise<SitemapEntry[]> {
  const rows = await publicPosts(forPublic(db).query, now())
    .select(['slug', 'date', 'updated_at'])
    .orderBy('date')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ slug: row.slug, lastModified: lastModified(row) }));
}

/** The posts before and after a place in the list of posts. */
export async function postNeighbours(
  { now, db }: Site,
  place: Pick<Post, 'id' | 'date'>,
): Promise<Neighbours> {
  const posts = publicPosts(forPublic(db).query, now()).select(['id', 'slug', 'title']).limit(1);
  const cursor = { date: place.date, id: place.id };
  const newer = await posts
    .where(isAfter(['date', 'id'], cursor))
    .orderBy('date')
    .orderBy('id')
    .executeTakeFirst();
  const older = await posts
    .where('date', '<=', place.date)
    .where(isBefore(['date', 'id'], cursor))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return { newer: newer ?? null, older: older ?? null };
}

/** When the next post becomes public, ISO 8601 in UTC; null without one. */
export async function nextDue({ db }: Site, since: string): Promise<string | null> {
  return (await readPublicState(forPublic(db).query, since)).nextDue;
}
