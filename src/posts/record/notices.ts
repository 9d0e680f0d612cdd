import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../../accounts/audit.ts';
import { changed } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { etagOf } from '../post.ts';
import { findPostId } from '../rows.ts';
import { etagSchema, noticeSchema, recordSchema } from '../schemas.ts';
import { type LockedPost, lockPostBySlug } from '../stored-post.ts';
import { NOTICE_LIMITS, type Notice, noticeLabel, titlePrefix } from './notice.ts';
import { readMarks } from './records.ts';

export const postRecordSchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    etag: etagSchema,
    publicVersion: z.int().min(1).nullable().meta({
      description: 'The version that readers see; null where they see none',
    }),
    records: z.array(recordSchema),
    notices: z.array(noticeSchema),
  })
  .meta({ id: 'PostRecord' });

/** What administrators see of the record of a post. */
export type PostRecord = z.output<typeof postRecordSchema>;

type ChangeOptions = {
  by: string;
  etag?: string | undefined;
  action: 'notice-added' | 'notice-withdrawn';
};

/** The frozen versions and the notices of a post; undefined if there is no such post. */
export async function recordOf(
  { db: { query }, now }: Site,
  slug: string,
): Promise<PostRecord | undefined> {
  const id = await findPostId(query, slug);
  if (id === null) return undefined;
  const post = await query
    .selectFrom('current_posts')
    .select(['id', 'slug', 'title', 'notices', 'version', 'public_version', 'date'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (post === undefined) return undefined;
  return {
    slug: post.slug,
    title: post.title,
    etag: etagOf(post),
    publicVersion: post.date <= now() ? post.public_version : null,
    records: await readMarks(query, id),
    notices: JSON.parse(post.notices),
  };
}

/** Adds a notice to a post. Its readers and those who cite it are told from now on. */
export async function addNotice(
  site: Site,
  slug: string,
  notice: Omit<Notice, 'id'>,
  { by, etag }: { by: string; etag?: string | undefined },
): Promise<Result<Notice>> {
  const added = { id: randomUUID(), ...notice };
  return change(site, slug, { by, etag, action: 'notice-added' }, (notices) => {
    if (notices.length >= NOTICE_LIMITS.notices) return TOO_MANY;
    const byDate = [...notices, added].sort((a, b) => a.date.localeCompare(b.date));
    return succeed({ notices: byDate, of: added });
  });
}

/** Takes back a notice that was added by mistake. The audit log keeps what it said. */
export async function withdrawNotice(
  site: Site,
  slug: string,
  id: string,
  { by }: { by: string },
): Promise<Result<Notice>> {
  return change(site, slug, { by, action: 'notice-withdrawn' }, (notices) => {
    const withdrawn = notices.find((notice) => notice.id === id);
    if (withdrawn === undefined) return NO_SUCH_NOTICE;
    return succeed({ notices: notices.filter((notice) => notice !== withdrawn), of: withdrawn });
  });
}

async function change(
  { db: { query, engine }, now, postChanged }: Site,
  slug: string,
  { by, etag, action }: ChangeOptions,
  edit: (notices: readonly Notice[]) => Result<{ notices: readonly Notice[]; of: Notice }>,
): Promise<Result<Notice>> {
  const result = await inTransaction(query, async (trx): Promise<Result<Notice>> => {
    const locked = await lockPostBySlug(trx, engine, slug, etag);
    if (!locked.ok) return locked;
    const post = locked.value;
    const edited = edit(JSON.parse(post.notices));
    if (!edited.ok) return edited;
    const { notices, of } = edited.value;
    const at = now();
    await writeNotices(trx, post, notices, at);
    const detail = `${noticeLabel(of.kind)}, ${of.date}: ${of.reason}`.slice(0, MAX_DETAIL);
    await recordEvent(trx, { at, actor: by, action, subject: post.slug, detail });
    await changed(trx);
    return succeed(of);
  });
  if (result.ok) postChanged();
  return result;
}

/** Of what an entry of the audit log says. */
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
    .set({
      notices: JSON.stringify(notices),
      title_prefix: titlePrefix(notices),
      noticed_at: at,
    })
    .where('id', '=', id)
    .execute();
}

const TOO_MANY = fail({
  kind: 'conflict',
  detail: `A post can have at most ${NOTICE_LIMITS.notices} notices.`,
});

const NO_SUCH_NOTICE = fail({ kind: 'not-found', detail: 'There is no such notice.' });
