import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { isSlug } from '../posts/post.ts';
import { redirectPath } from './redirect-path.ts';

type RedirectsDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Paths of a former site that lead somewhere on this one. */
export function createRedirects({ db: { query }, now }: RedirectsDeps) {
  /**
   * Where a path that this site does not have leads: a path on this site, or null. A post that the public may not see
   * has no redirects: they would tell its slug.
   *
   * @param pathname as in the URL of the request
   */
  async function redirectTarget(pathname: string): Promise<string | null> {
    const path = redirectPath(pathname);
    if (path === null) return null;
    const found = await query
      .selectFrom('redirects')
      .leftJoin('posts', 'posts.id', 'redirects.post_id')
      .select(['redirects.post_id', 'target', 'posts.slug', 'posts.status', 'posts.date'])
      .where('path', '=', path)
      .executeTakeFirst();
    if (found === undefined) return null;
    if (found.post_id === null) return found.target;
    const isPublic = found.status === 'published' && (found.date as string) <= now();
    return isPublic ? `/blog/${found.slug}` : null;
  }

  return { redirectTarget };
}

const POST_PATH = /^\/blog\/([^/]+)$/;

export type NewRedirect = {
  /** A path of the former site, as written there. */
  from: string;
  to: { postId: string } | { target: string };
  importId: string | null;
};

/**
 * Adds a redirect. A path of this blog becomes a former slug. What leads somewhere already stays as it is, unless its
 * post has been erased.
 *
 * @returns true if the path leads there now
 */
export async function addRedirect(
  trx: Kysely<Tables>,
  { from, to, importId }: NewRedirect,
  instant: string,
): Promise<boolean> {
  const path = redirectPath(from);
  if (path === null) return false;
  const slug = POST_PATH.exec(path)?.[1];
  if (slug !== undefined && isSlug(slug) && 'postId' in to) {
    return addFormerSlug(trx, slug, to.postId);
  }
  const leads = {
    post_id: 'postId' in to ? to.postId : null,
    target: 'postId' in to ? null : to.target,
  };
  const known = await trx
    .selectFrom('redirects')
    .select(['post_id', 'target'])
    .where('path', '=', path)
    .executeTakeFirst();
  if (known !== undefined && (await leadsSomewhere(trx, known.post_id))) {
    return known.post_id === leads.post_id && known.target === leads.target;
  }
  const row = { ...leads, import_id: importId, created_at: instant };
  await trx
    .insertInto('redirects')
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .execute();
  return true;
}

/** Whether a path of a former site leads there already. */
export async function leadsThere(
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
    return 'target' in to ? known?.target === to.target : known?.post_id === to.postId;
  }
  const former = await query
    .selectFrom('post_addresses')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return former?.post_id === to.postId;
}

async function addFormerSlug(trx: Kysely<Tables>, slug: string, id: string): Promise<boolean> {
  const living = await trx
    .selectFrom('posts')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (living !== undefined) return living.id === id;
  await trx
    .insertInto('post_addresses')
    .values({ slug, post_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const former = await trx
    .selectFrom('post_addresses')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return former?.post_id === id;
}

async function leadsSomewhere(trx: Kysely<Tables>, postId: string | null): Promise<boolean> {
  if (postId === null) return true;
  const [living, trashed] = [
    await trx.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst(),
    await trx.selectFrom('trashed_posts').select('id').where('id', '=', postId).executeTakeFirst(),
  ];
  return living !== undefined || trashed !== undefined;
}
