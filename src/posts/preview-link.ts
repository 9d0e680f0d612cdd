import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { isPublic, type PreviewDays, type ReadPost } from './post.ts';
import { completePost, findPostIdByAnySlug, POST_COLUMNS, toPost } from './rows.ts';
import { lockPost, noSuchPost, refuseOtherPost, withChanges } from './stored-post.ts';
import { readChangesOf } from './unpublished-changes.ts';

export const previewLinkSchema = z
  .object({
    createdBy: z.string().meta({ description: 'An email address' }),
    expiresAt: instant,
  })
  .meta({ id: 'PreviewLink' });

/** The link of a post as administrators see it. Only its creation returns the token, of which a hash is stored. */
export type PreviewLink = z.output<typeof previewLinkSchema>;

export type PreviewedPost = {
  post: ReadPost;
  expiresAt: string;
  /** True when the post is public and `post` shows its unpublished changes. */
  isChanged: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates the link to the post with the slug, in place of the one that there is. */
export async function createPreviewLink(
  { db: { engine, query }, now }: Site,
  slug: string,
  { by, days, etag }: { by: string; days: PreviewDays; etag?: string | undefined },
): Promise<Result<PreviewLink & { token: string }>> {
  const at = now();
  const token = generateLinkToken();
  const expiresAt = addMilliseconds(at, days * DAY_MS);
  const id = await findPostIdByAnySlug(query, slug);
  return inTransaction(query, async (trx) => {
    const post = id === null ? undefined : await lockPost(trx, engine, id);
    if (post === undefined) return noSuchPost(slug);
    const other = refuseOtherPost(post.id, etag);
    if (other !== null) return other;
    const link = {
      token_hash: hashLinkToken(token),
      created_by: by,
      created_at: at,
      expires_at: expiresAt,
    };
    await trx
      .insertInto('preview_links')
      .values({ post_id: post.id, ...link })
      .onConflict((former) => former.column('post_id').doUpdateSet(link))
      .execute();
    const event = { action: 'preview-link-created', subject: post.slug } as const;
    await recordEvent(trx, { at, actor: by, ...event });
    return succeed({ createdBy: by, expiresAt, token });
  });
}

/** The link of the post with the slug, null for none that works; undefined without a post. */
export async function previewLinkOf(
  { db: { query }, now }: Site,
  slug: string,
): Promise<PreviewLink | null | undefined> {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return undefined;
  const link = await query
    .selectFrom('preview_links')
    .select(['created_by as createdBy', 'expires_at as expiresAt'])
    .where('post_id', '=', id)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return link ?? null;
}

/** Revokes the link of a post, whichever administrator created it. */
export async function revokePreviewLink(
  { db: { query }, now }: Site,
  slug: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const id = await findPostIdByAnySlug(trx, slug);
    if (id === null) return noSuchPost(slug);
    const { numDeletedRows } = await trx
      .deleteFrom('preview_links')
      .where('post_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      return fail({ kind: 'not-found', detail: 'There is no preview link.' });
    }
    const event = { action: 'preview-link-revoked', subject: slug.toLowerCase() } as const;
    await recordEvent(trx, { at: now(), actor: by, ...event });
    return succeed(undefined);
  });
}

/** Returns the post of a token; null alike for expired, revoked and unknown tokens. */
export async function openPreviewLink(
  { db: { query }, now }: Site,
  token: string,
): Promise<PreviewedPost | null> {
  const at = now();
  const row = await query
    .selectFrom('preview_links')
    .innerJoin('current_posts', 'current_posts.id', 'preview_links.post_id')
    .select(POST_COLUMNS.map((column) => `current_posts.${column}` as const))
    .select(['current_posts.status', 'preview_links.expires_at'])
    .where('preview_links.token_hash', '=', hashLinkToken(token))
    .where('preview_links.expires_at', '>', at)
    .executeTakeFirst();
  if (row === undefined) return null;
  const post = toPost(row);
  // Of a scheduled post, changes from before it was would hide what was saved since.
  const changes = isPublic(post, at) ? await readChangesOf(query, row.id) : null;
  const shown = changes === null ? post : withChanges(post, changes);
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
