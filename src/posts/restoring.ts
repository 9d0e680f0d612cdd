import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Tables } from '../server/db/tables.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { Post } from './post.ts';
import { indexPost } from './post-index.ts';
import { findPostIdByAnySlug } from './rows.ts';
import {
  conflictIfSlugTaken,
  type LockedPost,
  lockTrashed,
  NOT_IN_TRASH,
  readPost,
  shownVersion,
} from './stored-post.ts';
import { readVersion, renderedColumnsOf, toVersionInput } from './version-rows.ts';
import { claimSlug, lockSlugs, writeVersion } from './write-version.ts';

export type RestoredPost = {
  post: Post;
  /** Former slugs that other posts use now. */
  lostSlugs: string[];
};

type TrashedRow = NonNullable<Awaited<ReturnType<typeof lockTrashed>>>;

/**
 * Restores a post as it was, with its id, revisions and former slugs; its preview links have ended. Fails as a
 * conflict when its slug was taken meanwhile.
 *
 * @param options `slug` is one to take instead of its own, which counts as an edit
 */
export async function restorePost(
  site: Site,
  id: string,
  options: { by: string; slug?: string | undefined },
): Promise<Result<RestoredPost>> {
  const { by } = options;
  const found = await site.db.query
    .selectFrom('posts')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirst();
  const slug = options.slug ?? found?.slug ?? '';
  const restored = await conflictIfSlugTaken(
    site.db.query,
    slug,
    async (trx): Promise<Result<RestoredPost>> => {
      const trashed = await lockTrashed(trx, site.db.engine, id);
      if (trashed === undefined) return NOT_IN_TRASH;
      await lockSlugs(trx, site.db.engine);
      const at = site.now();
      const post = await restore(site, trx, trashed, slug, { at, by });
      const lostSlugs = await restoreFormerSlugs(trx, id);
      await noteMissedTime(trx, id, at);
      await recordEvent(trx, { at, actor: by, action: 'post-restored', subject: slug });
      return succeed({ post, lostSlugs });
    },
  );
  if (restored.ok && restored.value.post.status === 'published') site.postChanged();
  return restored;
}

async function restore(
  { db: { engine } }: Site,
  trx: Kysely<Tables>,
  trashed: TrashedRow,
  slug: string,
  { at, by }: { at: string; by: string },
): Promise<Post> {
  const { id } = trashed;
  const status = trashed.public_version === null ? 'draft' : 'published';
  const version = shownVersion(trashed);
  const current: LockedPost = { ...trashed, status, version };
  const row = await readVersion(trx, current);
  const input = { ...toVersionInput(row), slug, status } as const;
  if (slug !== trashed.slug) {
    const rendered = renderedColumnsOf(row);
    const keepsChanges = trashed.latest_version !== version;
    const renamed = { input, rendered, at, by, keepsChanges };
    const post = await writeVersion(trx, engine, { ...current, slug }, renamed);
    if (keepsChanges) await renameChanges(trx, trashed, post);
    await trx
      .deleteFrom('former_slugs')
      .where('post_id', '=', id)
      .where('slug', '=', slug)
      .execute();
    await trx
      .insertInto('former_slugs')
      .values({ slug: trashed.slug, post_id: id, is_freed: 1 })
      .execute();
    return post;
  }
  await trx
    .updateTable('posts')
    .set({ status, deleted_at: null, deleted_by: null })
    .where('id', '=', id)
    .execute();
  await claimSlug(trx, slug);
  const { date } = trashed;
  await indexPost(trx, engine, { ...input, id, date, text: row.text ?? '' });
  return readPost(trx, id);
}

/** Changes to a post that was restored at another slug are changes to the version that this made. */
async function renameChanges(
  trx: Kysely<Tables>,
  trashed: TrashedRow,
  { id, slug, version }: Post,
): Promise<void> {
  const changes = trx
    .updateTable('post_versions')
    .where('post_id', '=', id)
    .where('version', '=', trashed.latest_version);
  await changes.set({ slug }).where('slug', '=', trashed.slug).execute();
  await changes
    .set({ base_version: version })
    .where('base_version', '=', shownVersion(trashed))
    .execute();
}

/** Changes are not published whose time came while their post was in the trash. */
async function noteMissedTime(trx: Kysely<Tables>, id: string, instant: string): Promise<void> {
  await trx
    .updateTable('post_versions')
    .set({ problem: MISSED })
    .where('post_id', '=', id)
    .where('publish_at', '<=', instant)
    .where('problem', 'is', null)
    .execute();
}

const MISSED = 'Their publication time passed while the post was in the trash.';

/** @returns those that other posts have, now or formerly */
async function restoreFormerSlugs(trx: Kysely<Tables>, id: string): Promise<string[]> {
  const own = await trx
    .selectFrom('former_slugs')
    .select('slug')
    .where('post_id', '=', id)
    .orderBy('slug')
    .execute();
  const lost: string[] = [];
  for (const { slug } of own) {
    const row = trx.updateTable('former_slugs').where('post_id', '=', id).where('slug', '=', slug);
    if ((await findPostIdByAnySlug(trx, slug)) === null) await row.set({ is_freed: 0 }).execute();
    else lost.push(slug);
  }
  await trx
    .deleteFrom('former_slugs')
    .where('post_id', '=', id)
    .where('is_freed', '=', 1)
    .execute();
  return lost;
}
