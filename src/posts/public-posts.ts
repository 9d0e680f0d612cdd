import { isAfter, isBefore } from '../server/cursor.ts';
import { forPublic, publicDates, publicPosts, readPublicState } from '../server/db/public-views.ts';
import type { Site } from '../site.ts';
import { withAuthors } from './authors/author-rows.ts';
import { lastModified, type Post, type ReadPost } from './post.ts';
import { type PostQuery, readPostPage } from './post-list.ts';
import {
  completePost,
  findByFormerSlug,
  inOrder,
  READ_COLUMNS,
  SUMMARY_COLUMNS,
  storedSlug,
  toReadPost,
  toSummary,
} from './rows.ts';

export type PostTitle = { slug: string; title: string };

/** @param wanted `page` numbers the pages from 1, where the list does not continue with `after` */
export async function publishedPosts(site: Site, wanted: PostQuery & { page?: number }) {
  const due = site.now();
  const { page = 1, ...query } = wanted;
  const offset = (page - 1) * query.limit;
  const db = forPublic(site.db);
  return readPostPage(db, { ...query, status: 'published', due, offset }, async (ids) => {
    // PostgreSQL takes no empty list.
    const posts = publicPosts(db.query, due).where('id', 'in', ['', ...ids]);
    const rows = await posts.select(SUMMARY_COLUMNS).execute();
    return inOrder(ids, rows.map(toSummary));
  });
}

/** The id of the post with a current slug that the public may see now, or with a former one, in any letter case. */
export async function findPublicId({ now, db }: Site, slug: string): Promise<string | null> {
  const { query } = forPublic(db);
  const current = publicDates(query, now()).select('id').where('slug', '=', storedSlug(slug));
  return (await current.executeTakeFirst())?.id ?? findByFormerSlug(query, slug);
}

export async function publishedPost(site: Site, slug: string): Promise<ReadPost | null> {
  const id = await findPublicId(site, slug);
  return id === null ? null : publishedPostById(site, id);
}

export async function publishedPostById(site: Site, id: string): Promise<ReadPost | null> {
  // An id from a URL may contain NUL, which PostgreSQL rejects.
  if (id.includes('\0')) return null;
  const row = await visible(site).select(READ_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : completePost(forPublic(site.db).query, toReadPost(row));
}

function visible({ now, db }: Site) {
  return publicPosts(forPublic(db).query, now());
}

export async function publishedTitles(site: Site, slugs: readonly string[]): Promise<PostTitle[]> {
  const rows = await visible(site).select(['slug', 'title']).where('slug', 'in', slugs).execute();
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug));
}

const newest = (site: Site, limit: number) =>
  visible(site).orderBy('date', 'desc').orderBy('id', 'desc').limit(limit);

export function newestTitles(site: Site, limit: number) {
  return newest(site, limit).select(['slug', 'title', 'date']).execute();
}

export async function newestPosts(site: Site, limit: number): Promise<ReadPost[]> {
  const rows = await newest(site, limit).select(READ_COLUMNS).execute();
  return withAuthors(forPublic(site.db).query, rows.map(toReadPost));
}

/** The posts that the public may see now, oldest first, so that a sitemap grows at its end. */
export async function sitemapEntries(site: Site) {
  const posts = visible(site).select(['slug', 'date', 'updated_at']);
  const rows = await posts.orderBy('date').orderBy('id').execute();
  return rows.map((row) => ({ slug: row.slug, lastModified: lastModified(row) }));
}

export async function postNeighbours(site: Site, place: Pick<Post, 'id' | 'date'>) {
  const posts = visible(site).select(['id', 'slug', 'title']).limit(1);
  const after = posts
    .where(isAfter(['date', 'id'], place))
    .orderBy('date')
    .orderBy('id');
  const before = posts
    .where('date', '<=', place.date)
    .where(isBefore(['date', 'id'], place))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc');
  const [newer = null] = await after.execute();
  const [older = null] = await before.execute();
  return { newer, older };
}

/** When the next post becomes public, ISO 8601 in UTC; null without one. */
export async function nextDue({ db }: Site, since: string): Promise<string | null> {
  return (await readPublicState(forPublic(db).query, since)).nextDue;
}
