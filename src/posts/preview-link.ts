import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import { generateLinkToken, hashLinkToken } from '../server/tokens.ts';
import type { Site } from '../site.ts';
import { completePost, findPostIdByAnySlug } from './rows.ts';
import { changePost, findLatest, noSuchPost, refuseOtherPost } from './stored-post.ts';

export const previewLinkSchema = z
  .object({ createdBy: z.string().describe('An email address'), expiresAt: instant })
  .meta({ id: 'PreviewLink' });

/** Only its creation returns the token, of which a hash is stored. */
export type PreviewLink = z.output<typeof previewLinkSchema>;

/** The URL is a secret, also in error responses: it must not be cached, indexed or sent as referrer. */
export const SECRET_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

export async function createPreviewLink(
  site: Site,
  slug: string,
  { by, etag }: { by: string; etag?: string },
): Promise<Result<PreviewLink & { token: string }>> {
  const at = site.now();
  const token = generateLinkToken();
  const expiresAt = addMilliseconds(at, LIFETIME_MS);
  return changePost(site, slug, undefined, async (trx, post) => {
    const other = refuseOtherPost(post.id, etag);
    if (other !== null) return other;
    const created = { created_by: by, created_at: at };
    const link = { ...created, token_hash: hashLinkToken(token), expires_at: expiresAt };
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
export async function previewLinkOf({ db: { query }, now }: Site, slug: string) {
  const id = await findPostIdByAnySlug(query, slug);
  if (id === null) return;
  const link = await query
    .selectFrom('preview_links')
    .select(['created_by as createdBy', 'expires_at as expiresAt'])
    .where('post_id', '=', id)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return link ?? null;
}

export async function revokePreviewLink(
  { db: { query }, now }: Site,
  slug: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const id = await findPostIdByAnySlug(trx, slug);
    if (id === null) return noSuchPost(slug);
    const ended = trx.deleteFrom('preview_links').where('post_id', '=', id);
    if ((await ended.executeTakeFirst()).numDeletedRows === 0n) {
      return fail({ kind: 'not-found', detail: 'There is no preview link.' });
    }
    const event = { action: 'preview-link-revoked', subject: slug.toLowerCase() } as const;
    await recordEvent(trx, { at: now(), actor: by, ...event });
    return succeed(undefined);
  });
}

/**
 * The post of a token as it was last saved; null alike for expired, revoked and unknown tokens. `isChanged` when the post is
 * public and these are its unpublished changes.
 */
export async function openPreviewLink({ db: { query }, now }: Site, token: string) {
  const link = await query
    .selectFrom('preview_links')
    .select(['post_id', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashLinkToken(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  const latest = link === undefined ? null : await findLatest(query, link.post_id);
  if (link === undefined || latest === null) return null;
  const { post, hasChanges: isChanged } = latest;
  return { post: await completePost(query, post), expiresAt: link.expiresAt, isChanged };
}

export async function purgePreviewLinks({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('preview_links')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
