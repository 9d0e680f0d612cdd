import { randomUUID } from 'node:crypto';
import { recordEvent } from '../accounts/audit.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import { anyPost } from '../posts/reading.ts';
import { lockPost, noSuchPost, refuseOtherPost } from '../posts/stored-post.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type IssueInput, renderIntroduction } from './issue-input.ts';
import { FORMS_OFF, writeIssue } from './issue-writing.ts';
import { findIssue, type Issue } from './issues.ts';
import { SCHEDULED_ALREADY, scheduledOf } from './scheduled-rows.ts';

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
