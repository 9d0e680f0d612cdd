import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import { attemptEach } from '../server/recurring-job.ts';
import type { Site } from '../site.ts';
import type { Post, PostStatus } from './post.ts';
import { indexPost } from './post-index.ts';
import { findPostIdByAnySlug } from './rows.ts';
import {
  conflictIfSlugTaken,
  type LockedPost,
  lockPost,
  lockPostBySlug,
  lockTrashed,
  NO_SUCH_POST,
  NOT_IN_TRASH,
  readPost,
  shownVersion,
  staleVersion,
} from './stored-post.ts';
import {
  readVersion,
  renderedColumnsOf,
  selectShownVersions,
  toVersionInput,
} from './version-rows.ts';
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
  await indexPost(trx, { ...input, id, date, text: row.text ?? '' });
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
  // They know the post by its id, which it keeps; one that is due says that its post was deleted.
  newsletter_issues: 'stay',
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

/** A deleted post that can be restored. */
export type TrashedPost = {
  id: string;
  slug: string;
  title: string;
  status: PostStatus;
  /** The date of the post: a published one is public again once it is restored and due. ISO 8601 in UTC. */
  date: string;
  deletedAt: string;
  /** The email of an administrator; null for the program itself. */
  deletedBy: string | null;
  /** When it is permanently deleted. */
  expiresAt: string;
};

type TrashQuery = {
  /** 1–100. */
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
  /** Words to look for in title and slug. */
  q?: string | undefined;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deleted posts, the latest first. */
export async function trashedPosts(
  { retention, db: { query, engine } }: Site,
  { limit, after, q = '' }: TrashQuery,
): Promise<{
  posts: TrashedPost[];
  total: number;
  next: Cursor | null;
}> {
  const matching = selectShownVersions(query)
    .where('deleted_at', 'is not', null)
    .where(containsWords(['title', 'posts.slug'], q, engine));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(['id', 'posts.slug', 'title', 'public_version', 'date', 'deleted_at', 'deleted_by'])
    .$if(after !== undefined, (posts) =>
      posts.where(isBefore(['deleted_at', 'id'], after as Cursor)),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const posts = rows.map(({ public_version, deleted_at, deleted_by, ...row }): TrashedPost => {
    const deletedAt = deleted_at ?? '';
    const expiresAt = addMilliseconds(deletedAt, retention.trash.days * DAY_MS);
    const status = public_version === null ? 'draft' : 'published';
    return { ...row, status, deletedAt, deletedBy: deleted_by, expiresAt };
  });
  const { page, next } = toPage(posts, limit, ({ deletedAt, id }) => ({ date: deletedAt, id }));
  return { posts: page, total, next };
}

/** Deletes a post in the trash for ever. */
export async function eraseTrashedPost(
  site: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(site.db.query, async (trx) => {
    const slug = await erase(site, trx, id);
    if (slug === null) return NOT_IN_TRASH;
    await recordEvent(trx, { at: site.now(), actor: by, action: 'post-erased', subject: slug });
    return succeed(undefined);
  });
}

/**
 * @param before only if it was deleted before this instant
 * @returns the slug; null when the post is not in the trash
 */
async function erase(
  { db: { engine } }: Site,
  trx: Kysely<Tables>,
  id: string,
  before?: string,
): Promise<string | null> {
  const trashed = await lockTrashed(trx, engine, id);
  // It may have been restored, and deleted again, since it was looked for.
  if (trashed === undefined) return null;
  if (before !== undefined && (trashed.deleted_at ?? '') >= before) return null;
  const { slug } = await trx
    .deleteFrom('posts')
    .where('id', '=', id)
    .returning('slug')
    .executeTakeFirstOrThrow();
  return slug;
}

/**
 * Deletes for ever the posts that were deleted before an instant.
 *
 * @returns how many posts
 */
export async function purgeTrash(site: Site, before: string): Promise<number> {
  const expired = await site.db.query
    .selectFrom('posts')
    .select('id')
    .where('deleted_at', '<', before)
    .execute();
  const purged = new Set<string>();
  await attemptEach(
    expired,
    async ({ id }) => {
      const slug = await inTransaction(site.db.query, (trx) => erase(site, trx, id, before));
      if (slug !== null) purged.add(id);
    },
    'Some deleted posts could not be purged',
  );
  return purged.size;
}
