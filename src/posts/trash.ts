import type { Kysely } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { recordPictureUses } from '../media/picture-uses.ts';
import { type Paging, readPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
import { changed } from '../server/db/public-views.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import { LIMITS, POST_STATUSES } from './fields.ts';
import type { Post } from './post.ts';
import { indexPost } from './post-index.ts';
import { findPostId } from './rows.ts';
import {
  changePost,
  claimSlug,
  firstPublication,
  lockAnyPost,
  lockSlugs,
  point,
  readPost,
  selectShownVersions,
} from './stored-post.ts';

/** Where another post has its slug by now, a number is added to it. */
export async function restorePost(
  { db: { query, engine }, now }: Site,
  id: string,
  { by, slug: wanted }: { by: string; slug?: string },
): Promise<Result<Post>> {
  return inTransaction(query, async (trx): Promise<Result<Post>> => {
    await lockSlugs(trx, engine);
    const trashed = await lockAnyPost(trx, engine, id);
    if (trashed?.status !== 'trash') return NOT_IN_TRASH;
    const slug = await freeSlug(trx, wanted ?? trashed.slug);
    const { latest_version: version } = trashed;
    const row = await trx
      .updateTable('post_versions')
      .set({ slug, publish_at: null, problem: null })
      .where('post_id', '=', id)
      .where('version', '=', version)
      .returning('text')
      .executeTakeFirstOrThrow();
    const draft = { status: 'draft', public_version: null } as const;
    await point(trx, trashed, { ...draft, slug, deleted_at: null, deleted_by: null });
    await claimSlug(trx, slug);
    const post = await readPost(trx, id);
    await indexPost(trx, { ...post, text: row.text ?? '' });
    await recordPictureUses(trx, id);
    await recordEvent(trx, { at: now(), actor: by, action: 'post-restored', subject: slug });
    return succeed(post);
  });
}

const NOT_IN_TRASH = fail({ kind: 'not-found', detail: 'There is no such post in the trash.' });

async function freeSlug(trx: Kysely<Tables>, slug: string): Promise<string> {
  for (let number = 2, free = slug; ; number += 1) {
    if ((await findPostId(trx, free)) === null) return free;
    free = `${slug.slice(0, LIMITS.slug - `-${number}`.length).replace(/-$/, '')}-${number}`;
  }
}

/** What ends with a post: its preview link, since the text is withdrawn, and what is written again from the versions. */
export const ENDS_ON_DELETION = ['preview_links', 'post_tags', 'post_search'] as const;

/**
 * Frees the slug. Fails as `conflict` when it is another post or version than the etag names, if
 * one is given.
 */
export async function removePost(
  site: Site,
  slug: string,
  { by = null, etag }: { by?: string | null; etag?: string } = {},
): Promise<Result<void>> {
  return changePost(site, slug, etag, async (trx, post) => {
    const at = site.now();
    const deletion = { status: 'trash', deleted_at: at, deleted_by: by } as const;
    await trx
      .updateTable('posts')
      .set({ ...deletion, first_published_at: firstPublication(post, at) })
      .where('id', '=', post.id)
      .execute();
    for (const table of ENDS_ON_DELETION) {
      await trx.deleteFrom(table).where('post_id', '=', post.id).execute();
    }
    await recordEvent(trx, { at, actor: by, action: 'post-deleted', subject: post.slug });
    if (post.status === 'published') await changed(trx);
    return succeed(undefined);
  });
}

export const trashedPostSchema = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    status: z.enum(POST_STATUSES).describe('When it was deleted: restored, it is a draft'),
    deletedAt: instant,
    deletedBy: z.string().nullable().describe('An email address; null: the program'),
    expiresAt: instant.describe('When it is permanently deleted'),
  })
  .meta({ id: 'TrashedPost' });

export type TrashedPost = z.output<typeof trashedPostSchema>;

const DAY_MS = 24 * 60 * 60 * 1000;

export async function trashedPosts(
  { retention, db: { query, engine } }: Site,
  { q = '', ...paging }: Paging & { q?: string | undefined },
) {
  const matching = selectShownVersions(query)
    .where('deleted_at', 'is not', null)
    .where(containsWords(['title', 'posts.slug'], q, engine));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const listed = matching
    .select(['id', 'posts.slug', 'title', 'public_version'])
    .select(['deleted_at', 'deleted_by']);
  const { page, next } = await readPage(listed, ['deleted_at', 'id'], 'deleted_at', paging);
  const deleted = page.map(({ public_version, deleted_at, deleted_by, ...row }): TrashedPost => {
    const deletedAt = deleted_at ?? '';
    const expiresAt = addMilliseconds(deletedAt, retention.trash.days * DAY_MS);
    const status = public_version === null ? 'draft' : 'published';
    return { ...row, status, deletedAt, deletedBy: deleted_by, expiresAt };
  });
  return { posts: deleted, total, next };
}

export async function eraseTrashedPost(
  { now, db: { query } }: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const erased = await trx
      .deleteFrom('posts')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .returning('slug')
      .executeTakeFirst();
    if (erased === undefined) return NOT_IN_TRASH;
    const event = { at: now(), actor: by, subject: erased.slug };
    await recordEvent(trx, { ...event, action: 'post-erased' });
    return succeed(undefined);
  });
}

/** @returns how many posts */
export async function purgeTrash({ db: { query } }: Site, before: string): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('posts')
    .where('deleted_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
