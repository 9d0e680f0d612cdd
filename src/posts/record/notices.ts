import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../../accounts/audit.ts';
import { changed } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { etagOf } from '../post.ts';
import { findPostId } from '../rows.ts';
import { etagSchema, noticeSchema, recordSchema } from '../schemas.ts';
import { changePost, type LockedPost } from '../stored-post.ts';
import { NOTICE_LIMITS, type Notice, noticeLabel, titlePrefix } from './notice.ts';
import { readMarks } from './records.ts';

export const postRecordSchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    etag: etagSchema,
    publicVersion: z.int().min(1).nullable().describe('That readers see; null for none'),
    records: z.array(recordSchema),
    notices: z.array(noticeSchema),
  })
  .meta({ id: 'PostRecord' });

export type PostRecord = z.output<typeof postRecordSchema>;

export async function recordOf({ db: { query }, now }: Site, slug: string) {
  const post = await query
    .selectFrom('current_posts')
    .select(['id', 'slug', 'title', 'notices', 'version', 'public_version', 'date'])
    .where('id', '=', (await findPostId(query, slug)) ?? '')
    .executeTakeFirst();
  return (
    post && {
      slug: post.slug,
      title: post.title,
      etag: etagOf(post),
      publicVersion: post.date <= now() ? post.public_version : null,
      records: await readMarks(query, post.id),
      notices: JSON.parse(post.notices),
    }
  );
}

/** Its readers and those who cite it are told from now on. */
export async function addNotice(
  site: Site,
  slug: string,
  notice: Omit<Notice, 'id'>,
  { by, etag }: { by: string; etag?: string },
): Promise<Result<Notice>> {
  return changePost(site, slug, etag, async (trx, post) => {
    const notices: Notice[] = JSON.parse(post.notices);
    if (notices.length >= NOTICE_LIMITS.notices) return TOO_MANY;
    const added = { id: randomUUID(), ...notice };
    const byDate = [...notices, added].sort((a, b) => a.date.localeCompare(b.date));
    await change(site, trx, post, byDate, { actor: by, action: 'notice-added', of: added });
    return succeed(added);
  });
}

/** The audit log keeps what it said. */
export async function withdrawNotice(
  site: Site,
  slug: string,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return changePost(site, slug, undefined, async (trx, post) => {
    const notices: Notice[] = JSON.parse(post.notices);
    const of = notices.find((notice) => notice.id === id);
    if (of === undefined) return NO_SUCH_NOTICE;
    const others = notices.filter((notice) => notice !== of);
    await change(site, trx, post, others, { actor: by, action: 'notice-withdrawn', of });
    return succeed(undefined);
  });
}

type NoticeEvent = { actor: string; action: 'notice-added' | 'notice-withdrawn'; of: Notice };

async function change(
  { now }: Site,
  trx: Kysely<Tables>,
  post: LockedPost,
  notices: readonly Notice[],
  { of, ...event }: NoticeEvent,
): Promise<void> {
  const at = now();
  await writeNotices(trx, post, notices, at);
  const detail = `${noticeLabel(of.kind)}, ${of.date}: ${of.reason}`.slice(0, MAX_DETAIL);
  await recordEvent(trx, { ...event, at, subject: post.slug, detail });
  await changed(trx);
}

const MAX_DETAIL = 500;

/** @param at when they changed, ISO 8601 in UTC */
export async function writeNotices(
  trx: Kysely<Tables>,
  { id }: Pick<LockedPost, 'id'>,
  notices: readonly Notice[],
  at: string,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ notices: JSON.stringify(notices), title_prefix: titlePrefix(notices), noticed_at: at })
    .where('id', '=', id)
    .execute();
}

const TOO_MANY = fail({
  kind: 'conflict',
  detail: `A post can have at most ${NOTICE_LIMITS.notices} notices.`,
});

const NO_SUCH_NOTICE = fail({ kind: 'not-found', detail: 'There is no such notice.' });
