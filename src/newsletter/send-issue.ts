import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { enqueueForSubscribers } from '../mail/enqueue.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import { isPublic } from '../posts/post.ts';
import { anyPost } from '../posts/reading.ts';
import { isRetracted } from '../posts/record/notice.ts';
import { lockPost, noSuchPost, readPost, refuseOtherPost } from '../posts/stored-post.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type IssueInput, renderIntroduction } from './issue-input.ts';
import { findIssue, type Issue } from './issues.ts';
import { SCHEDULED_ALREADY, scheduledOf } from './scheduled-rows.ts';
import { ISSUE_MAIL } from './subscription.ts';

export const FORMS_OFF =
  'The newsletter is off. To turn it on, set LIVE_FORMS=on and restart the site.';

/** An issue to be sent now. */
type NewIssue = {
  id: string;
  postId: string;
  subject: string | null;
  introduction: string;
  introductionHtml: string;
  /** The latest issue of the post that the sender knows of: its id, null for none, or any. */
  follows: string | null | 'any';
  /** Email of an administrator. */
  by: string;
};

type Trx = { trx: Kysely<Tables>; engine: Engine; instant: string };

/**
 * Copies a post as it stands into an issue, and enqueues a mail to each subscriber.
 *
 * @returns why it cannot be sent, with nothing written; null when it was
 */
export async function writeIssue(
  { trx, engine, instant }: Trx,
  { id, postId, subject, introduction, introductionHtml, follows, by }: NewIssue,
): Promise<string | null> {
  const refusal = await refuseIssue({ trx, engine, instant }, { postId, follows, at: instant });
  if (refusal !== null) return refusal;
  const post = await readPost(trx, postId);
  const mails = { kind: ISSUE_MAIL, batch: id };
  const recipients = await enqueueForSubscribers(trx, engine, instant, mails);
  if (recipients === 0) return 'There are no confirmed subscribers yet.';
  const { slug, title, description, author, date } = post;
  await trx
    .insertInto('newsletter_issues')
    .values({
      id,
      post_id: post.id,
      slug,
      sent_by: by,
      sent_at: instant,
      stopped_at: null,
      recipients,
      tally: null,
      title,
      description,
      author,
      date,
      content_html: post.contentHtml,
      subject: subject ?? title,
      introduction,
      introduction_html: introductionHtml,
      references: JSON.stringify(post.references),
      citation_style: post.citationStyle,
    })
    .execute();
  await recordEvent(trx, { at: instant, actor: by, action: 'newsletter-sent', subject: slug });
  return null;
}

/** Why a post cannot be sent at an instant; null when it can. The answer holds until the transaction ends. */
export async function refuseIssue(
  { trx, engine }: Trx,
  { postId, follows, at }: Pick<NewIssue, 'postId' | 'follows'> & { at: string },
): Promise<string | null> {
  // A concurrent send of this post waits here, and then sees this issue.
  const current = await lockPost(trx, engine, postId);
  if (current === undefined) return 'The post has been deleted.';
  if (!isPublic(current, at)) return 'Only published posts can go out as newsletters.';
  if (isRetracted(JSON.parse(current.notices))) {
    return 'This post is retracted, so it cannot go out as a newsletter.';
  }
  const latest = follows === 'any' ? 'any' : await latestIssueOf(trx, postId);
  if (latest === follows) return null;
  return follows === null
    ? 'This post was already issued as a newsletter.'
    : 'This post was issued again in the meantime.';
}

/** The id of the latest issue of a post; null for none. */
export async function latestIssueOf(trx: Kysely<Tables>, post: string): Promise<string | null> {
  const row = await trx
    .selectFrom('newsletter_issues')
    .select('id')
    .where('post_id', '=', post)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const FIRST_MAILS = 20;

export type SendOptions = Partial<IssueInput> & {
  /** `false` for the first issue of a post; the id of its latest one; `true` after any. */
  again: boolean | string;
  /** Email of an administrator. */
  by: string;
  /** Of the post that was read; undefined for whichever has the slug. */
  etag?: string | undefined;
};

/**
 * Sends the current version of a post to all confirmed subscribers. To send it again, `again` must be the id of
 * its latest issue, so that a double click does not send it twice; `true` follows any issue.
 */
export async function sendIssue(
  site: Site,
  slug: string,
  options: SendOptions,
): Promise<Result<Issue>> {
  const { again, by, etag, subject = null, introduction = '' } = options;
  if (!site.liveForms) return conflict(FORMS_OFF);
  const post = await anyPost(site, slug);
  if (post === null) return noSuchPost(slug);
  const other = refuseOtherPost(post.id, etag);
  if (other !== null) return other;
  const rendered = await renderIntroduction(site.render, introduction, by);
  if (!rendered.ok) return rendered;
  const instant = site.now();
  const issue = {
    id: randomUUID(),
    postId: post.id,
    by,
    follows: followedBy(again),
    subject,
    introduction,
    introductionHtml: rendered.value,
  };
  const sent = await inTransaction(site.db.query, async (trx): Promise<Result<void>> => {
    // An administrator who schedules it meanwhile locks it too.
    await lockPost(trx, site.db.engine, post.id);
    if ((await scheduledOf(trx, post.id)) !== null) return conflict(SCHEDULED_ALREADY);
    const refusal = await writeIssue({ trx, engine: site.db.engine, instant }, issue);
    return refusal === null ? succeed(undefined) : conflict(refusal);
  });
  if (!sent.ok) return sent;
  site.onMailEnqueued();
  return findIssue(site, issue.id);
}

/** Withdraws the waiting mails of an issue; a mail that is being sent still arrives. */
export async function stopIssue(
  site: Site,
  id: string,
  { by }: { by: string | null },
): Promise<Result<Issue>> {
  const instant = site.now();
  await inTransaction(site.db.query, async (trx) => {
    const row = await trx
      .updateTable('newsletter_issues')
      .set({ stopped_at: instant })
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .returning('slug')
      .executeTakeFirst();
    if (row === undefined) return;
    await trx
      .updateTable('outbox')
      .set({ state: 'withdrawn', settled_at: instant })
      .where('batch', '=', id)
      .where('state', '=', 'waiting')
      .execute();
    const event = { at: instant, actor: by, action: 'newsletter-stopped' } as const;
    await recordEvent(trx, { ...event, subject: row.slug });
  });
  return findIssue(site, id);
}

/** Stops an issue whose first mails were all refused: so would be the others. */
export async function stopIfRefused(site: Site, { data: { issue } }: ClaimedMail): Promise<void> {
  if (issue === undefined) return;
  const first = await site.db.query
    .selectFrom('outbox')
    .select('state')
    .where('batch', '=', issue)
    .where('state', 'in', ['refused', 'sent'])
    // Those that were sent come first.
    .orderBy('state', 'desc')
    .limit(FIRST_MAILS)
    .execute();
  if (first.length < FIRST_MAILS || first[0]?.state === 'sent') return;
  await stopIssue(site, issue, { by: null });
}

/** The issue that a sender knows of, from `again`. */
export function followedBy(again: boolean | string): string | null {
  if (again === false) return null;
  return again === true ? 'any' : again;
}

export function conflict(detail: string): Result<never> {
  return fail({ kind: 'conflict', detail });
}
