import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../../accounts/audit.ts';
import { changed, forPublic, publicRecords } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { BusyError, fail, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { withAuthors } from '../authors/author-rows.ts';
import { shownBody } from '../data-links.ts';
import { etagOf, type ReadPost } from '../post.ts';
import { findPublicId } from '../public-posts.ts';
import { findPostId } from '../rows.ts';
import { etagSchema, noticeSchema, recordSchema } from '../schemas.ts';
import { changePost, type LockedPost, toVersionInput } from '../stored-post.ts';
import { NOTICE_LIMITS, type Notice, noticeLabel, titlePrefix } from './notice.ts';
import { hashRecord, RECORD_FORMAT, recordDocument } from './record-document.ts';
import type { RecordMark } from './record-mark.ts';

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

export type PublicRecord = NonNullable<Awaited<ReturnType<typeof publishedRecord>>>;

/**
 * Freezes the public version of a post.
 *
 * @param etag of the version that was seen: fails as a conflict when another is public by now
 * @param note what has changed since the record before
 */
export async function freezeVersion(
  site: Site,
  slug: string,
  { etag, note, by }: { etag: string; note: string; by: string },
): Promise<Result<RecordMark>> {
  return changePost(site, slug, etag, async (trx, post) => {
    const at = site.now();
    if (post.status !== 'published' || post.date > at) return NOT_PUBLIC;
    const { id, version } = post;
    const marks = await readMarks(trx, id);
    const known = marks.find((mark) => mark.version === version);
    if (known !== undefined) {
      const detail = `This version is already frozen, as v${known.number}.`;
      return fail({ kind: 'conflict', detail });
    }
    const number = (marks.at(-1)?.number ?? 0) + 1;
    const row = await trx
      .selectFrom('post_versions')
      .selectAll()
      .where('post_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const frozen = { number, date: at, note };
    const document = { id, ...frozen, authored: toVersionInput(row) };
    const sha256 = hashRecord(recordDocument(document, RECORD_FORMAT));
    const record = { number, version, frozen_at: at, note, format: RECORD_FORMAT, sha256 };
    await trx
      .insertInto('post_records')
      .values({ post_id: id, ...record })
      .execute();
    const event = { at, actor: by, action: 'version-frozen', subject: post.slug } as const;
    await recordEvent(trx, { ...event, detail: `v${number}` });
    await changed(trx);
    return succeed({ ...frozen, version, sha256, title: row.title, author: row.author });
  });
}

export async function publishedRecord(site: Site, slug: string, number: number) {
  const { query } = forPublic(site.db);
  const postId = await findPublicId(site, slug);
  const row = await publicRecords(query, site.now())
    .selectAll()
    .select(['frozen_at as date', 'title_prefix as titlePrefix'])
    .where('id', '=', postId ?? '')
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) return null;
  const authored = toVersionInput({ ...row, published_at: null });
  const [named] = await withAuthors(query, [authored]);
  const notices: Notice[] = JSON.parse(row.notices);
  return { ...row, authored, notices, authors: named?.authors };
}

/** All records together may occupy as many render threads as one writer. */
const OWNER = 'records';

/** Null when it cannot be rendered in time now. */
export async function renderRecord(site: Site, record: PublicRecord): Promise<ReadPost | null> {
  const { id, slug, date, version, authored, titlePrefix, notices, authors } = record;
  const { content, references, citationStyle } = authored;
  const options = { owner: OWNER, references, citationStyle };
  const body = await site.renderForReaders(content, options).catch((error: unknown) => {
    if (error instanceof BusyError) return null;
    throw error;
  });
  return (
    body && {
      ...authored,
      id,
      slug,
      date,
      version,
      etag: etagOf(record),
      notices,
      authors,
      title: titlePrefix + authored.title,
      status: 'published',
      updated_at: date,
      ...shownBody(body, id),
    }
  );
}

export async function readMarks(query: Kysely<Tables>, id: string): Promise<RecordMark[]> {
  return query
    .selectFrom('post_records')
    .innerJoin('post_versions', (join) =>
      join
        .onRef('post_versions.post_id', '=', 'post_records.post_id')
        .onRef('post_versions.version', '=', 'post_records.version'),
    )
    .select(['number', 'post_records.version', 'frozen_at as date', 'note', 'sha256'])
    .select(['title', 'author'])
    .where('post_records.post_id', '=', id)
    .orderBy('number')
    .execute();
}

const NOT_PUBLIC = fail({
  kind: 'conflict',
  detail: 'Only a version that readers can see can be frozen. Publish the post first.',
});
