import type { Kysely } from 'kysely';
import { isSlug } from '../posts/post.ts';
import { findByFormerSlug, findPostId } from '../posts/rows.ts';
import type { PublicDatabase } from '../server/db/connect.ts';
import { publicDates } from '../server/db/public-views.ts';
import type { PublicTables, Tables } from '../server/db/tables.ts';
import { redirectLocation, redirectPath } from './redirect-path.ts';

type RedirectsDeps = {
  db: PublicDatabase;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Looks up redirects from paths of a former site. */
export function createRedirects({ db: { query }, now }: RedirectsDeps) {
  /**
   * Returns the target of a redirect, a path on this site, or null. Redirects to posts that are not public do not count:
   * they would reveal slugs.
   *
   * @param pathname as in the URL of the request
   */
  async function redirectTarget(pathname: string): Promise<string | null> {
    const end = await followRedirects(query, redirectPath(pathname));
    if (end === null) return null;
    if (end.post_id === null) return end.location;
    const post = await publicDates(query, now())
      .select('slug')
      .where('id', '=', end.post_id)
      .executeTakeFirst();
    return post === undefined ? null : `/blog/${post.slug}`;
  }

  return { redirectTarget };
}

/** Redirects that are followed in a row; rows of an earlier version may form a cycle. */
const MAX_CHAIN = 5;

/** Returns the last of the redirects from a path, in the form of `redirectPath`; null without one, and in a cycle. */
async function followRedirects(query: Kysely<PublicTables>, from: string | null) {
  let [path, last] = [from, null as Awaited<ReturnType<typeof readRedirect>>];
  for (let hop = 0; path !== null; hop++) {
    const found = await readRedirect(query, path);
    if (found === null) break;
    if (hop === MAX_CHAIN) return null;
    last = found;
    path = found.location === null ? null : pathOf(found.location);
  }
  return last;
}

/** Returns null for a path without a redirect, and for a redirect to another site. */
async function readRedirect(query: Kysely<PublicTables>, path: string) {
  const row = await query
    .selectFrom('redirects')
    .select(['post_id', 'target'])
    .where('path', '=', path)
    .executeTakeFirst();
  if (row === undefined) return null;
  const location = row.post_id === null ? redirectLocation(row.target ?? '') : null;
  return row.post_id === null && location === null ? null : { ...row, location };
}

/** The path of a location, without its query. */
function pathOf(location: string): string | null {
  return redirectPath(location.replace(/[?#].*$/s, ''));
}

const POST_PATH = /^\/blog\/([^/]+)$/;

export type NewRedirect = {
  /** A path of the former site, as written there. */
  from: string;
  to: { postId: string } | { target: string };
};

/**
 * Adds a redirect to a post, or to a path of this site. A path of this blog becomes a former slug. An existing redirect
 * stays as it is, unless its post has been erased.
 *
 * @returns true if the path leads there now
 */
export async function addRedirect(
  trx: Kysely<Tables>,
  { from, to }: NewRedirect,
  instant: string,
): Promise<boolean> {
  const path = redirectPath(from);
  const location = 'target' in to ? redirectLocation(to.target) : null;
  if (path === null || ('target' in to && location === null)) return false;
  const slug = POST_PATH.exec(path)?.[1];
  if (slug !== undefined && isSlug(slug) && 'postId' in to) {
    return addFormerSlug(trx, slug, to.postId);
  }
  const destination = {
    post_id: 'postId' in to ? to.postId : null,
    target: location,
  };
  if (location !== null && (await redirectsTo(trx, location, path))) return false;
  const known = await trx
    .selectFrom('redirects')
    .select(['post_id', 'target'])
    .where('path', '=', path)
    .executeTakeFirst();
  if (known !== undefined && (await hasTarget(trx, known.post_id))) {
    return known.post_id === destination.post_id && known.target === destination.target;
  }
  const row = { ...destination, created_at: instant };
  await trx
    .insertInto('redirects')
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .execute();
  return true;
}

/** Returns true if a path of a former site redirects there already. */
export async function isRedirectTo(
  query: Kysely<Tables>,
  from: string,
  to: NewRedirect['to'],
): Promise<boolean> {
  const path = redirectPath(from) ?? '';
  const [, slug] = POST_PATH.exec(path) ?? [];
  if ('target' in to || slug === undefined) {
    const known = await query
      .selectFrom('redirects')
      .select(['post_id', 'target'])
      .where('path', '=', path)
      .executeTakeFirst();
    if ('postId' in to) return known?.post_id === to.postId;
    const location = redirectLocation(to.target);
    return location !== null && known?.target === location;
  }
  return (await findByFormerSlug(query, slug)) === to.postId;
}

async function addFormerSlug(trx: Kysely<Tables>, slug: string, id: string): Promise<boolean> {
  const current = await findPostId(trx, slug);
  if (current !== null) return current === id;
  await trx
    .insertInto('former_slugs')
    .values({ slug, post_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findByFormerSlug(trx, slug)) === id;
}

/** Returns true if a location redirects to a path, or by more redirects than are followed. */
async function redirectsTo(trx: Kysely<Tables>, location: string, path: string): Promise<boolean> {
  let at = pathOf(location);
  for (let hop = 0; at !== null && at !== path && hop < MAX_CHAIN; hop++) {
    const found = await readRedirect(trx, at);
    at = found?.location == null ? null : pathOf(found.location);
  }
  return at !== null;
}

async function hasTarget(trx: Kysely<Tables>, postId: string | null): Promise<boolean> {
  if (postId === null) return true;
  const post = await trx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .executeTakeFirst();
  return post !== undefined;
}
