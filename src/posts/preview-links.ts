import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds, CLOCK_SKEW_MS } from '../server/instants.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { isPublic, type ReadPost } from './post.ts';
import { completePost, findPostIdByAnySlug, POST_COLUMNS, toPost } from './rows.ts';
import { noSuchPost, refuseOtherPost } from './stored-post.ts';
import { readChangesOf, toUnpublishedChanges } from './unpublished-changes.ts';

/** The lifetimes that a link may have, in days. */
export const PREVIEW_DAYS = [1, 7, 30] as const;
export type PreviewDays = (typeof PREVIEW_DAYS)[number];

/** A valid link as administrators see it: without its token. */
export type PreviewLink = {
  id: string;
  /** The email of an administrator. */
  createdBy: string;
  /** Instants, ISO 8601 in UTC. */
  createdAt: string;
  expiresAt: string;
  /** Null until the first use. */
  lastOpenedAt: string | null;
};

/** Only the creation of a link returns its token. */
export type NewPreviewLink = PreviewLink & { token: string };

export type PreviewedPost = {
  post: ReadPost;
  expiresAt: string;
  /** True when the post is public and `post` shows its unpublished changes. */
  isChanged: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a link to the post with the slug. */
export async function createPreviewLink(
  { db: { engine, query }, now }: Site,
  slug: string,
  { by, days, etag }: { by: string; days: PreviewDays; etag?: string | undefined },
): Promise<Result<NewPreviewLink>> {
  const instant = now();
  const token = generateLinkToken();
  const link: PreviewLink = {
    id: randomUUID(),
    createdBy: by,
    createdAt: instant,
    expiresAt: addMilliseconds(instant, days * DAY_MS),
    lastOpenedAt: null,
  };
  return inTransaction(query, async (trx) => {
    const id = await findPostIdByAnySlug(trx, slug);
    const post = await trx
      .selectFrom('posts')
      .select(['id', 'slug'])
      .where('id', '=', id ?? '')
      .where('deleted_at', 'is', null)
      // SQLite's transactions exclude one another; PostgreSQL needs a row lock.
      .$if(engine === 'postgres', (row) => row.forKeyShare())
      .executeTakeFirst();
    if (post === undefined) return noSuchPost(slug);
    const other = refuseOtherPost(post.id, etag);
    if (other !== null) return other;
    await trx
      .insertInto('preview_links')
      .values({
        id: link.id,
        token_hash: hashLinkToken(token),
        post_id: post.id,
        created_by: by,
        created_at: instant,
        expires_at: link.expiresAt,
        last_opened_at: null,
      })
      .execute();
    const event = {
      at: instant,
      actor: by,
      action: 'preview-link-created',
      subject: post.slug,
    } as const;
    await recordEvent(trx, event);
    return succeed({ ...link, token });
  });
}

/** The valid links to the post with the slug, newest first; null without a post. */
export async function previewLinksOf(
  { db: { query }, now }: Site,
  slug: string,
): Promise<PreviewLink[] | null> {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return null;
  const rows = await query
    .selectFrom('preview_links')
    .select(['id', 'created_by', 'created_at', 'expires_at', 'last_opened_at'])
    .where('post_id', '=', id)
    .where(isValid(now()))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastOpenedAt: row.last_opened_at,
  }));
}

/** Revokes one of a post's links, whichever administrator created it. */
export async function revokePreviewLink(
  { db: { query }, now }: Site,
  slug: string,
  link: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const id = await findPostIdByAnySlug(trx, slug);
    if (id === null) return noSuchPost(slug);
    const { numDeletedRows } = await trx
      .deleteFrom('preview_links')
      .where('id', '=', link)
      .where('post_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      return fail({ kind: 'not-found', detail: 'There is no such preview link.' });
    }
    const event = {
      at: now(),
      actor: by,
      action: 'preview-link-revoked',
      subject: slug.toLowerCase(),
    } as const;
    await recordEvent(trx, event);
    return succeed(undefined);
  });
}

/** Returns the post of a token and records its use; null alike for expired, revoked and unknown tokens. */
export async function openPreviewLink(
  { db: { query }, now }: Site,
  token: string,
): Promise<PreviewedPost | null> {
  const instant = now();
  const hash = hashLinkToken(token);
  const row = await query
    .selectFrom('preview_links')
    .innerJoin('current_posts', 'current_posts.id', 'preview_links.post_id')
    .select(POST_COLUMNS.map((column) => `current_posts.${column}` as const))
    .select(['current_posts.status', 'preview_links.expires_at'])
    .where('preview_links.token_hash', '=', hash)
    .where(isValid(instant))
    .executeTakeFirst();
  if (row === undefined) return null;
  await query
    .updateTable('preview_links')
    .set({ last_opened_at: instant })
    .where('token_hash', '=', hash)
    .execute();
  const post = toPost(row);
  // Of a scheduled post, changes from before it was would hide what was saved since.
  const changes = isPublic(post, instant) ? await readChangesOf(query, row.id) : null;
  const shown = changes === null ? post : toUnpublishedChanges(post, changes).post;
  return {
    post: await completePost(query, shown),
    expiresAt: row.expires_at,
    isChanged: changes !== null,
  };
}

export async function purgePreviewLinks({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('preview_links')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Neither expired nor created in the future, which a clock that was ahead can cause. */
function isValid(instant: string) {
  return (link: ExpressionBuilder<Tables, 'preview_links'>) =>
    link.and([
      link('preview_links.expires_at', '>', instant),
      link('preview_links.created_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS)),
    ]);
}
