import type { Issue, Recipient, RecipientState } from '../../../domain/newsletter/issues.ts';
import type { Subscriber, SubscriberState } from '../../../domain/newsletter/subscribers.ts';
import { type Answer, sendSigned } from '../api.ts';
import { download } from '../download.ts';

/** The REST API of the newsletter. */

export type SubscriberCounts = Record<SubscriberState, number>;

export type SubscriberPage = {
  subscribers: Subscriber[];
  /** Of all subscribers, independent of the filter. */
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
  /** A URL for a frame, valid for some minutes. */
  address: string;
};

export type IssuePage = { issues: Issue[]; nextCursor: string | null };
export type RecipientPage = { recipients: Recipient[]; nextCursor: string | null };

const SUBSCRIBERS = '/api/admin/subscribers';
const NEWSLETTER = '/api/admin/newsletter';

/** Latest first. */
export function listSubscribers(filter: SubscriberFilter, cursor = '') {
  return sendSigned<SubscriberPage>('GET', `${SUBSCRIBERS}?${queryOf({ ...filter, cursor })}`);
}

export async function countSubscribers(): Promise<Answer<SubscriberCounts>> {
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

export function readEmailPreview(slug: string) {
  return sendSigned<EmailPreview>('GET', `${NEWSLETTER}/preview?${queryOf({ slug })}`);
}

/** Mails a post to the signed-in administrator. */
export function sendTest(slug: string) {
  return sendSigned<{ to: string }>('POST', `${NEWSLETTER}/tests`, { slug });
}

/** Latest first; with a slug, of that post alone. */
export function listIssues({ slug = '', cursor = '' }: { slug?: string; cursor?: string } = {}) {
  return sendSigned<IssuePage>('GET', `${NEWSLETTER}/issues?${queryOf({ slug, cursor })}`);
}

/** @param again the id of the post's latest issue, to send it again; false for the first one */
export function sendIssue(slug: string, again: string | false) {
  return sendSigned<Issue>('POST', `${NEWSLETTER}/issues`, { slug, again });
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

function queryOf(parameters: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
}
