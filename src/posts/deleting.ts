import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import {
  type LockedPost,
  lockPost,
  lockPostBySlug,
  lockTrashed,
  NO_SUCH_POST,
  staleVersion,
} from './stored-post.ts';
import { lockSlugs } from './write-version.ts';

/**
 * What becomes of the rows of each table that refer to a post when it moves into the trash: they end, they are freed for
 * other posts, or they stay.
 */
export const ON_DELETION = {
  // To a reviewer, the text is withdrawn.
  preview_links: 'end',
  // Written again from the versions.
  post_tags: 'end',
  post_search: 'end',
  former_slugs: 'freed',
  post_versions: 'stay',
  post_records: 'stay',
  post_creations: 'stay',
  post_pictures: 'stay',
  post_molecules: 'stay',
  post_terms: 'stay',
  // Without a foreign key: they wait for their post.
  redirects: 'stay',
  // Issues were sent; they know the post by its id, which it keeps.
  newsletter_issues: 'stay',
  // An issue that is due says that its post was deleted.
  scheduled_issues: 'stay',
} as const satisfies Partial<Record<keyof Tables, 'end' | 'freed' | 'stay'>>;

/**
 * Moves a post into the trash. It is gone everywhere else at once, and its slugs are free. Fails as `conflict` when
 * it is another post or version than the one that was seen, if its etag is given.
 */
export async function removePost(
  site: Site,
  slug: string,
  { by = null, etag }: { by?: string | null; etag?: string | undefined } = {},
): Promise<Result<void>> {
  const removed = await inTransaction(site.db.query, async (trx) => {
    const post = await lockPostBySlug(trx, site.db.engine, slug, etag);
    return post.ok ? succeed(await remove(site, trx, post.value, by)) : post;
  });
  if (!removed.ok) return removed;
  if (removed.value.wasPublished) site.postChanged();
  return succeed(undefined);
}

/**
 * Moves a post into the trash as it was read; does nothing when it is there already. The caller reports the
 * change of a published one.
 */
export async function removeVersion(
  site: Site,
  id: string,
  { by, version }: { by: string; version: number },
): Promise<Result<{ isChanged: boolean; wasPublished: boolean }>> {
  return inTransaction(site.db.query, async (trx) => {
    const post = await lockPost(trx, site.db.engine, id);
    if (post === undefined) {
      const isThere = (await lockTrashed(trx, site.db.engine, id)) !== undefined;
      return isThere ? succeed({ isChanged: false, wasPublished: false }) : NO_SUCH_POST;
    }
    if (version !== post.version) return staleVersion(trx, id);
    return succeed({ ...(await remove(site, trx, post, by)), isChanged: true });
  });
}

async function remove(
  { now, db: { engine } }: Site,
  trx: Kysely<Tables>,
  { id, slug, status }: LockedPost,
  actor: string | null,
) {
  const at = now();
  await lockSlugs(trx, engine);
  await trx
    .updateTable('posts')
    .set({ status: 'trash', deleted_at: at, deleted_by: actor })
    .where('id', '=', id)
    .execute();
  for (const [table, fate] of Object.entries(ON_DELETION)) {
    if (fate !== 'end') continue;
    await trx
      .deleteFrom(table as 'post_tags')
      .where('post_id', '=', id)
      .execute();
  }
  await trx.updateTable('former_slugs').set({ is_freed: 1 }).where('post_id', '=', id).execute();
  await recordEvent(trx, { at, actor, action: 'post-deleted', subject: slug });
  return { wasPublished: status === 'published' };
}
