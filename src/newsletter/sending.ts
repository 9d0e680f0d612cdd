import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { mayStill } from '../accounts/roles.ts';
import { enqueue } from '../mail/enqueue.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import { recordPictureUses, refuseRemovedPictures } from '../media/picture-uses.ts';
import { isPublic } from '../posts/post.ts';
import { isRetracted } from '../posts/record/notice.ts';
import { lockPost, readPost } from '../posts/stored-post.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { conflict, invalidField, notFound, type Result, succeed } from '../server/failure.ts';
import { attemptEach } from '../server/recurring-job.ts';
import type { Site } from '../site.ts';
import { findSentPost, type IssueInput, renderIntroduction } from './issue-mail.ts';
import { findIssue, type Issue } from './issues.ts';
import { ISSUE_MAIL } from './subscription.ts';

type Trx = Kysely<Tables>;

export type Sending = Partial<IssueInput> & {
  /** ISO 8601 in UTC; null for now. */
  sendAt?: string | null;
  /** Email of an administrator. */
  by: string;
};

/**
 * Sends a post to all confirmed subscribers, now or at a time, at which it must be public.
 *
 * @param again `false` for the first issue of a post; the id of its latest one, so that a double click does not
 * send it twice; `true` after any
 * @param etag of the post that was read; undefined for whichever has the slug
 */
export async function sendIssue(
  site: Site,
  slug: string,
  { again, etag, ...sending }: Sending & { again: boolean | string; etag?: string | undefined },
): Promise<Result<Issue>> {
  const post = await findSentPost(site, slug, etag);
  if (!post.ok) return post;
  const { id } = post.value;
  return write(site, sending, async (trx) => {
    // Whoever sends or schedules it meanwhile waits here, and then sees this issue.
    await lockPost(trx, site.db.engine, id);
    const [latest] = await trx
      .selectFrom('newsletter_issues')
      .select(['id', 'state'])
      .where('post_id', '=', id)
      .orderBy('state')
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    if (latest?.state === 'scheduled') {
      return conflict(
        'This post is already scheduled as a newsletter. Change or cancel that one first.',
      );
    }
    if (again !== true && (latest?.id ?? false) !== again) {
      return again === false
        ? conflict('This post was already issued as a newsletter.')
        : conflict('This post was issued again in the meantime.');
    }
    return succeed({ id: randomUUID(), post_id: id });
  });
}

export function changeIssue(site: Site, id: string, sending: Sending): Promise<Result<Issue>> {
  return write(site, sending, (trx) => openScheduled(site, trx, id));
}

export async function cancelIssue(
  site: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  const { engine, query } = site.db;
  return inTransaction(query, async (trx): Promise<Result<void>> => {
    const open = await openScheduled(site, trx, id);
    if (!open.ok) return open;
    const { post_id, slug } = open.value;
    await trx.deleteFrom('newsletter_issues').where('id', '=', id).execute();
    // A post in the trash keeps its uses.
    if (await lockPost(trx, engine, post_id)) await recordPictureUses(trx, post_id);
    const action = 'newsletter-cancelled';
    await recordEvent(trx, { at: site.now(), actor: by, action, subject: slug });
    return succeed(undefined);
  });
}

type Row = Selectable<Tables['newsletter_issues']>;

async function openScheduled(
  { db: { engine } }: Site,
  trx: Trx,
  id: string,
): Promise<Result<Pick<Row, 'id' | 'post_id' | 'slug'>>> {
  const row = await trx
    .selectFrom('newsletter_issues')
    .select(['id', 'post_id', 'slug', 'state'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (row?.state === 'scheduled') return succeed(row);
  return row === undefined
    ? notFound('This newsletter is not scheduled. It may have been cancelled.')
    : conflict('This newsletter went out in the meantime.');
}

const OFF = 'The newsletter is off. To turn it on, set LIVE_FORMS=on and restart the site.';

/** A failure has written nothing. */
async function write(
  site: Site,
  { subject = null, introduction = '', sendAt = null, by }: Sending,
  open: (trx: Trx) => Promise<Result<Pick<Row, 'id' | 'post_id'>>>,
): Promise<Result<Issue>> {
  if (sendAt !== null && sendAt <= site.now()) {
    return invalidField('sendAt', 'Must be in the future', 'past');
  }
  const rendered = await renderIntroduction(site.render, introduction, by);
  if (!rendered.ok) return rendered;
  const written = await inTransaction(site.db.query, async (trx): Promise<Result<string>> => {
    const opened = await open(trx);
    if (!opened.ok) return opened;
    const { id, post_id } = opened.value;
    const text = { subject: subject ?? '', introduction, introduction_html: rendered.value };
    return place(site, trx, { id, post_id, ...text, sent_by: by }, sendAt);
  });
  if (!written.ok) return written;
  if (sendAt === null) site.onMailEnqueued();
  return findIssue(site, written.value);
}

/**
 * Stores an issue that waits for its time; without one, copies the post as it stands and enqueues a mail to each
 * subscriber. A failure has written nothing.
 */
async function place(
  site: Site,
  trx: Trx,
  issue: Pick<Row, 'id' | 'post_id' | 'subject' | 'introduction' | 'introduction_html' | 'sent_by'>,
  sendAt: string | null,
): Promise<Result<string>> {
  const instant = site.now();
  const obstacle = await obstacleTo(site, trx, issue, sendAt ?? instant);
  if (obstacle !== null) return obstacle;
  const isNow = sendAt === null;
  const recipients = isNow ? await enqueueIssue(trx, issue.id, instant) : 0;
  if (isNow && recipients === 0) return conflict('There are no confirmed subscribers yet.');
  const { slug, title, description, author, date, ...post } = await readPost(trx, issue.post_id);
  const row = {
    ...issue,
    slug,
    title,
    description,
    author,
    date,
    recipients,
    state: isNow ? ('sent' as const) : ('scheduled' as const),
    sent_at: sendAt ?? instant,
    stopped_at: null,
    problem: null,
    tally: null,
    // Copies of what was sent show their drawings to everybody.
    content_html: isNow ? post.contentHtml : '',
    references: JSON.stringify(post.references),
    citation_style: post.citationStyle,
    subject: issue.subject || (isNow ? title : ''),
  };
  await trx
    .insertInto('newsletter_issues')
    .values(row)
    .onConflict((id) => id.column('id').doUpdateSet(row))
    .execute();
  await recordPictureUses(trx, issue.post_id);
  const action = isNow ? 'newsletter-sent' : 'newsletter-scheduled';
  await recordEvent(trx, { at: instant, actor: issue.sent_by, action, subject: slug });
  return succeed(issue.id);
}

/** Locks the post. */
async function obstacleTo(
  site: Site,
  trx: Trx,
  { post_id, introduction, sent_by }: Pick<Row, 'post_id' | 'introduction' | 'sent_by'>,
  at: string,
): Promise<Result<never> | null> {
  const { engine } = site.db;
  const post = await lockPost(trx, engine, post_id);
  if (!site.liveForms) return conflict(OFF);
  if (!(await mayStill(trx, sent_by, 'administrator'))) {
    return conflict('The person who scheduled it is no longer allowed to send newsletters.');
  }
  if (post === undefined) return conflict('The post has been deleted.');
  if (!isPublic(post, at)) return conflict('Only published posts can go out as newsletters.');
  if (isRetracted(JSON.parse(post.notices))) {
    return conflict('This post is retracted, so it cannot go out as a newsletter.');
  }
  return refuseRemovedPictures(trx, engine, { content: introduction, coverImage: '' });
}

/** Returns their number. */
async function enqueueIssue(trx: Trx, issue: string, instant: string): Promise<number> {
  const subscribers = await trx
    .selectFrom('subscribers')
    .select(['id', 'email'])
    .where('state', '=', 'confirmed')
    .execute();
  const mails = subscribers.map(({ id, email }) => ({
    kind: ISSUE_MAIL,
    recipient: email ?? '',
    data: { issue, subscriber: id },
  }));
  await enqueue(trx, instant, mails, issue);
  return mails.length;
}

/**
 * Sends the issues whose time has come. Those that cannot be sent stay, with the reason, and are not tried
 * again. Idempotent, and safe in several processes at once.
 *
 * @throws AggregateError of those that failed unexpectedly, after all were tried: they are tried again
 */
export async function sendDueIssues(site: Site): Promise<void> {
  const due = await dueIssues(site, site.db.query).select('id').orderBy('sent_at').execute();
  await attemptEach(due, ({ id }) => sendDue(site, id), 'Issues could not be sent');
}

function dueIssues({ now }: Site, query: Trx) {
  return query
    .selectFrom('newsletter_issues')
    .where('state', '=', 'scheduled')
    .where('sent_at', '<=', now())
    .where('problem', 'is', null);
}

async function sendDue(site: Site, id: string): Promise<void> {
  const isSent = await inTransaction(site.db.query, async (trx) => {
    // It may have been changed or sent since the list was read.
    const issue = await dueIssues(site, trx)
      .where('id', '=', id)
      .select(['id', 'post_id', 'subject', 'introduction', 'introduction_html', 'sent_by'])
      // Another process sends it.
      .$if(site.db.engine === 'postgres', (rows) => rows.forUpdate().skipLocked())
      .executeTakeFirst();
    if (issue === undefined) return false;
    const sent = await place(site, trx, issue, null);
    if (sent.ok) return true;
    const problem = 'detail' in sent.failure ? sent.failure.detail : 'It could not be sent.';
    await trx.updateTable('newsletter_issues').set({ problem }).where('id', '=', id).execute();
    return false;
  });
  if (isSent) site.onMailEnqueued();
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
      .where('state', '=', 'sent')
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
    const action = 'newsletter-stopped';
    await recordEvent(trx, { at: instant, actor: by, action, subject: row.slug });
  });
  return findIssue(site, id);
}

const FIRST_MAILS = 20;

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
