import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { mayStill } from '../accounts/roles.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import { anyPost } from '../posts/reading.ts';
import { lockPost, noSuchPost, refuseOtherPost } from '../posts/stored-post.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../server/failure.ts';
import { attemptEach } from '../server/recurring-job.ts';
import type { Site } from '../site.ts';
import { type IssueInput, renderIntroduction } from './issue-input.ts';
import { findIssue, type Issue } from './issues.ts';
import {
  endScheduled,
  recordScheduledUses,
  SCHEDULED_ALREADY,
  type ScheduledIssue,
  type ScheduledRow,
  scheduledOf,
  toScheduledIssue,
} from './scheduled-rows.ts';
import {
  conflict,
  FORMS_OFF,
  followedBy,
  latestIssueOf,
  refuseIssue,
  type SendOptions,
  writeIssue,
} from './send-issue.ts';

type ChangeOptions = { etag: string; by: string };

/** The issues that wait, the next first; with a slug, that of one post alone. */
export async function listScheduledIssues(
  { db: { query } }: Site,
  { slug }: { slug?: string | undefined } = {},
) {
  const rows = await query
    .selectFrom('scheduled_issues')
    .leftJoin('current_posts', 'current_posts.id', 'scheduled_issues.post_id')
    .selectAll('scheduled_issues')
    .select((row) => [
      row.fn.coalesce('current_posts.slug', 'scheduled_issues.slug').as('slug'),
      row.fn.coalesce('current_posts.title', 'scheduled_issues.title').as('title'),
    ])
    .$if(slug !== undefined, (all) => all.where('current_posts.slug', '=', slug ?? ''))
    .orderBy('send_at')
    .orderBy('scheduled_issues.id')
    .execute();
  return rows.map(toScheduledIssue);
}

/** Schedules a post that will be public at that time. `again` as in `sendIssue`. */
export async function scheduleIssue(
  site: Site,
  slug: string,
  options: SendOptions & { sendAt: string },
): Promise<Result<ScheduledIssue>> {
  const { again, by, etag, sendAt, subject = null, introduction = '' } = options;
  const post = await anyPost(site, slug);
  if (post === null) return noSuchPost(slug);
  const other = refuseOtherPost(post.id, etag);
  if (other !== null) return other;
  const prepared = await prepare(site, { subject, introduction }, sendAt, by);
  if (!prepared.ok) return prepared;
  return inTransaction(site.db.query, async (trx): Promise<Result<ScheduledIssue>> => {
    const known = { postId: post.id, follows: followedBy(again) };
    await lockPost(trx, site.db.engine, post.id);
    if ((await scheduledOf(trx, post.id)) !== null) return conflict(SCHEDULED_ALREADY);
    const instant = site.now();
    const refusal = await refuseIssue(
      { trx, engine: site.db.engine, instant },
      { ...known, at: sendAt },
    );
    if (refusal !== null) return conflict(refusal);
    const removed = await refuseRemovedPictures(trx, site.db.engine, picturesOf(introduction));
    if (removed !== null) return removed;
    const row: ScheduledRow = {
      id: randomUUID(),
      post_id: post.id,
      slug: post.slug,
      title: post.title,
      ...prepared.value,
      follows: await latestIssueOf(trx, post.id),
    };
    await trx.insertInto('scheduled_issues').values(row).execute();
    await recordScheduledUses(trx, site.db.engine, post.id);
    await recordScheduled(trx, row);
    return succeed(toScheduledIssue(row));
  });
}

/** The columns that an administrator writes. */
async function prepare(
  { now, liveForms, render }: Site,
  { subject, introduction }: IssueInput,
  sendAt: string,
  by: string,
) {
  if (!liveForms) return conflict(FORMS_OFF);
  if (sendAt <= now()) return invalidField('sendAt', 'Must be in the future', 'past');
  const rendered = await renderIntroduction(render, introduction, by);
  if (!rendered.ok) return rendered;
  return succeed({
    subject,
    introduction,
    introduction_html: rendered.value,
    send_at: sendAt,
    etag: randomUUID(),
    scheduled_at: now(),
    scheduled_by: by,
    problem: null,
  });
}

/** Changes an issue that has not been sent. */
export async function changeScheduled(
  site: Site,
  id: string,
  { etag, by, sendAt, ...input }: IssueInput & ChangeOptions & { sendAt: string },
): Promise<Result<ScheduledIssue>> {
  const prepared = await prepare(site, input, sendAt, by);
  if (!prepared.ok) return prepared;
  return inTransaction(site.db.query, async (trx): Promise<Result<ScheduledIssue>> => {
    const found = await open(site, trx, id, etag);
    if (!found.ok) return found;
    const { post_id: postId, slug, title, follows } = found.value;
    const instant = site.now();
    const refusal = await refuseIssue(
      { trx, engine: site.db.engine, instant },
      { postId, follows, at: sendAt },
    );
    if (refusal !== null) return conflict(refusal);
    const removed = await refuseRemovedPictures(
      trx,
      site.db.engine,
      picturesOf(input.introduction),
    );
    if (removed !== null) return removed;
    const row = { ...prepared.value, id, post_id: postId, slug, title, follows };
    await trx.updateTable('scheduled_issues').set(row).where('id', '=', id).execute();
    await recordScheduledUses(trx, site.db.engine, postId);
    await recordScheduled(trx, row);
    return succeed(toScheduledIssue(row));
  });
}

/** Sends an issue before its time. */
export async function sendScheduled(
  site: Site,
  id: string,
  { etag, by, subject, introduction }: IssueInput & ChangeOptions,
): Promise<Result<Issue>> {
  if (!site.liveForms) return conflict(FORMS_OFF);
  const rendered = await renderIntroduction(site.render, introduction, by);
  if (!rendered.ok) return rendered;
  const instant = site.now();
  const sent = await inTransaction(site.db.query, async (trx): Promise<Result<void>> => {
    const found = await open(site, trx, id, etag);
    if (!found.ok) return found;
    const { post_id: postId, follows } = found.value;
    const written = { subject, introduction, introductionHtml: rendered.value };
    const refusal = await writeIssue(
      { trx, engine: site.db.engine, instant },
      { id, postId, follows, by, ...written },
    );
    if (refusal !== null) return conflict(refusal);
    await endScheduled(trx, site.db.engine, found.value);
    return succeed(undefined);
  });
  if (!sent.ok) return sent;
  site.onMailEnqueued();
  return findIssue(site, id);
}

export async function cancelScheduled(
  site: Site,
  id: string,
  { etag, by }: ChangeOptions,
): Promise<Result<void>> {
  return inTransaction(site.db.query, async (trx): Promise<Result<void>> => {
    const found = await open(site, trx, id, etag);
    if (!found.ok) return found;
    await endScheduled(trx, site.db.engine, found.value);
    const event = { at: site.now(), actor: by, action: 'newsletter-cancelled' } as const;
    await recordEvent(trx, { ...event, subject: found.value.slug });
    return succeed(undefined);
  });
}

/** Locks a scheduled issue: of several who change it at once, one finds the version that they read. */
async function open(
  { db: { engine } }: Site,
  trx: Kysely<Tables>,
  id: string,
  etag: string,
): Promise<Result<ScheduledRow>> {
  const row = await trx
    .selectFrom('scheduled_issues')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (found) => found.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return gone(trx, id);
  return row.etag === etag ? succeed(row) : conflict(CHANGED);
}

function picturesOf(introduction: string) {
  return { content: introduction, coverImage: '' };
}

const CHANGED = 'Someone else has changed this newsletter in the meantime.';

/** The failure of an administrator who comes too late. */
async function gone(trx: Kysely<Tables>, id: string): Promise<Result<never>> {
  const sent = await trx
    .selectFrom('newsletter_issues')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return sent === undefined
    ? fail({
        kind: 'not-found',
        detail: 'This newsletter is not scheduled. It may have been cancelled.',
      })
    : conflict('This newsletter went out in the meantime.');
}

async function recordScheduled(trx: Kysely<Tables>, row: ScheduledRow): Promise<void> {
  const { scheduled_at: at, scheduled_by: actor, slug: subject } = row;
  await recordEvent(trx, { at, actor, action: 'newsletter-scheduled', subject });
}

/**
 * Sends the issues whose time has come. Those that cannot be sent stay, with the reason, and are not tried
 * again. Idempotent, and safe in several processes at once.
 *
 * @throws AggregateError of those that failed unexpectedly, after all were tried: they are tried again
 */
export async function sendDueIssues(site: Site): Promise<void> {
  const due = await site.db.query
    .selectFrom('scheduled_issues')
    .select('id')
    .where('send_at', '<=', site.now())
    .where('problem', 'is', null)
    .orderBy('send_at')
    .execute();
  await attemptEach(due, ({ id }) => sendDue(site, id), 'Issues could not be sent');
}

async function sendDue(
  { now, liveForms, onMailEnqueued, db: { query, engine } }: Site,
  id: string,
): Promise<void> {
  const isSent = await inTransaction(query, async (trx) => {
    const instant = now();
    const row = await trx
      .selectFrom('scheduled_issues')
      .selectAll()
      .where('id', '=', id)
      // It may have been changed or sent since the list was read.
      .where('send_at', '<=', instant)
      .where('problem', 'is', null)
      // Another process sends it.
      .$if(engine === 'postgres', (found) => found.forUpdate().skipLocked())
      .executeTakeFirst();
    if (row === undefined) return false;
    const { post_id: postId, subject, introduction, introduction_html, follows } = row;
    const written = { subject, introduction, introductionHtml: introduction_html };
    const by = row.scheduled_by;
    const problem = !liveForms
      ? 'The newsletter was off at the time.'
      : (await mayStill(trx, by, 'administrator'))
        ? await writeIssue({ trx, engine, instant }, { id, postId, follows, by, ...written })
        : 'The person who scheduled it is no longer allowed to send newsletters.';
    if (problem === null) await endScheduled(trx, engine, row);
    else await trx.updateTable('scheduled_issues').set({ problem }).where('id', '=', id).execute();
    return problem === null;
  });
  if (isSent) onMailEnqueued();
}
