import { type ApiResult, sendSigned } from '../../admin/api.ts';
import { download } from '../../admin/download.ts';
import { queryOf } from '../../admin/lists/query-of.ts';
import type { RecipientState } from '../issue-progress.ts';
import type { Issue, Recipient } from '../issues.ts';
import type { ScheduledIssue } from '../scheduled-rows.ts';
import type { Subscriber, SubscriberState } from '../subscribers.ts';

/** The REST API of the newsletter. */

export type SubscriberCounts = Record<SubscriberState, number>;

export type SubscriberPage = {
  subscribers: Subscriber[];
  /** Counts all subscribers, independent of the filter. */
  counts: SubscriberCounts;
  nextCursor: string | null;
};

/** An empty value matches any subscriber. */
export type SubscriberFilter = { q: string; state: SubscriberState | '' };

/** A post as the email that subscribers get. */
export type EmailPreview = {
  subject: string;
  html: string;
  text: string;
  /** Only the beginning of the post: mail programs cut longer mails off. */
  isCut: boolean;
  /** Where a frame's form gets it, valid for some minutes. */
  address: string;
};

/** What is written of an email beside the post. */
export type WrittenEmail = {
  /** Null for the title of the post. */
  subject: string | null;
  /** Markdown. */
  introduction: string;
};

export type IssuePage = { issues: Issue[]; nextCursor: string | null };
export type RecipientPage = { recipients: Recipient[]; nextCursor: string | null };

const SUBSCRIBERS = '/api/admin/subscribers';
const NEWSLETTER = '/api/admin/newsletter';

/** Latest first. */
export function listSubscribers(filter: SubscriberFilter, cursor = '') {
  return sendSigned<SubscriberPage>('GET', `${SUBSCRIBERS}?${queryOf({ ...filter, cursor })}`);
}

export async function countSubscribers(): Promise<ApiResult<SubscriberCounts>> {
  const answer = await sendSigned<SubscriberPage>('GET', `${SUBSCRIBERS}?limit=1`);
  return answer.ok ? { ok: true, value: answer.value.counts } : answer;
}

export function removeSubscriber({ id }: Pick<Subscriber, 'id'>) {
  return sendSigned<void>('DELETE', `${SUBSCRIBERS}/${id}`);
}

/** Downloads the subscribers in a state, or all, as CSV. */
export function exportSubscribers(state: SubscriberState | '') {
  return download(`${SUBSCRIBERS}/export?${queryOf({ state })}`);
}

export function readEmailPreview(slug: string, written: WrittenEmail) {
  return sendSigned<EmailPreview>('POST', `${NEWSLETTER}/preview`, { slug, ...written });
}

/** Mails a post to the signed-in administrator. */
export function sendTest(slug: string, written: WrittenEmail) {
  return sendSigned<{ to: string }>('POST', `${NEWSLETTER}/tests`, { slug, ...written });
}

/** Latest first; with a slug, of that post alone. */
export function listIssues({ slug = '', cursor = '' }: { slug?: string; cursor?: string } = {}) {
  return sendSigned<IssuePage>('GET', `${NEWSLETTER}/issues?${queryOf({ slug, cursor })}`);
}

/** @param again the id of the post's latest issue, to send it again; false for the first one */
export function sendIssue(slug: string, written: WrittenEmail, again: string | false) {
  return sendSigned<Issue>('POST', `${NEWSLETTER}/issues`, { slug, ...written, again });
}

export function scheduleIssue(
  slug: string,
  written: WrittenEmail,
  { again, sendAt }: { again: string | false; sendAt: string },
) {
  const body = { slug, ...written, again, sendAt };
  return sendSigned<ScheduledIssue>('POST', `${NEWSLETTER}/issues`, body);
}

/** The next first; with a slug, that of one post. */
export function listScheduled(slug = '') {
  const query = queryOf({ slug });
  return sendSigned<{ scheduled: ScheduledIssue[] }>('GET', `${NEWSLETTER}/scheduled?${query}`);
}

type ScheduledVersion = Pick<ScheduledIssue, 'id' | 'etag'>;

export function changeScheduled(
  { id, etag }: ScheduledVersion,
  written: WrittenEmail,
  sendAt: string,
) {
  const body = { etag, ...written, sendAt };
  return sendSigned<ScheduledIssue>('PUT', `${NEWSLETTER}/scheduled/${id}`, body);
}

export function sendScheduled({ id, etag }: ScheduledVersion, written: WrittenEmail) {
  return sendSigned<Issue>('PUT', `${NEWSLETTER}/scheduled/${id}`, { etag, ...written });
}

export function cancelScheduled({ id, etag }: ScheduledVersion) {
  return sendSigned<void>('DELETE', `${NEWSLETTER}/scheduled/${id}?${queryOf({ etag })}`);
}

export function readIssue(id: string) {
  return sendSigned<Issue>('GET', `${NEWSLETTER}/issues/${encodeURIComponent(id)}`);
}

/** Withdraws the mails that have not been sent yet. */
export function stopIssue({ id }: Pick<Issue, 'id'>) {
  return sendSigned<Issue>('POST', `${NEWSLETTER}/issues/${id}/stop`);
}

export function listRecipients({ id }: Pick<Issue, 'id'>, state: RecipientState, cursor = '') {
  const query = queryOf({ state, cursor });
  return sendSigned<RecipientPage>('GET', `${NEWSLETTER}/issues/${id}/recipients?${query}`);
}
