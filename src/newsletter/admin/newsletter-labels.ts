import { type ApiFailure, failureMessage, isMissing } from '../../admin/api.ts';
import { dateAndTime, longDate } from '../../admin/times.ts';
import { isPublic, type Post } from '../../posts/post.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { IssueInput } from '../issue-input.ts';
import type { Issue } from '../issues.ts';
import type { SubscriberState } from '../subscribers.ts';
import type { Forms } from './forms-notice.tsx';

export const SUBSCRIBER_STATES: Record<SubscriberState, { name: string; tone: Tone }> = {
  confirmed: { name: 'Confirmed', tone: 'teal' },
  pending: { name: 'Pending', tone: 'amber' },
  unsubscribed: { name: 'Unsubscribed', tone: 'stone' },
  bounced: { name: 'Bounced', tone: 'danger' },
};

const numberFormat = new Intl.NumberFormat('en');

/** "1 subscriber", "12,000 subscribers". */
export function numberOf(count: number, noun: string): string {
  return `${numberFormat.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** "40 of 42 sent, 2 refused". */
export function progressLabel({ recipients, progress }: Pick<Issue, 'recipients' | 'progress'>) {
  const { sent, waiting, ...rest } = progress;
  const others = Object.entries({ waiting, ...rest })
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${numberFormat.format(count)} ${state}`);
  const done = `${numberFormat.format(sent)} of ${numberFormat.format(recipients)} sent`;
  return [done, ...others].join(', ');
}

/** @param pollFailure why the last poll failed; null when it did not */
export function issueStateLabel(
  { progress, stoppedAt }: Pick<Issue, 'progress' | 'stoppedAt'>,
  pollFailure: ApiFailure | null,
): string {
  if (stoppedAt !== null && progress.waiting === 0) {
    const refusal =
      progress.sent === 0 && progress.refused > 0
        ? ' The mail server had refused every email until then.'
        : '';
    return `Stopped on ${dateAndTime(stoppedAt)}.${refusal} Emails that were still waiting were withdrawn.`;
  }
  if (progress.waiting === 0) return 'No emails are waiting.';
  if (pollFailure === null) return 'In progress…';
  const reason =
    pollFailure.kind === 'network'
      ? 'The server cannot be reached.'
      : failureMessage(pollFailure, 'The server could not report the progress.');
  return isMissing(pollFailure) ? reason : `${reason} Trying again…`;
}

/** A post, with the data that decides whether it can be sent. */
export type Sendable = Forms & {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: Issue | null;
  /** Those that were sent, the latest first. */
  issues: Issue[];
  readers: number;
};

/** What the button says that sends a post. */
export function actionLabel(sendable: Sendable, sendAt: string | null) {
  const { scheduled, issues, readers, mailFolder } = sendable;
  const people = numberOf(readers, 'subscriber');
  if (sendAt === null && mailFolder !== null) return `Write ${numberOf(readers, 'email')} to files`;
  if (sendAt === null) return `Send ${issues.length === 0 ? '' : 'again '}to ${people}`;
  return scheduled === null ? `Schedule for ${people}` : 'Save changes';
}

/** Names the subject, which may differ from the title of the post. */
export function question(sendable: Sendable & { written: IssueInput }): string {
  const { post, scheduled, issues, readers, mailFolder, written } = sendable;
  const subject = `“${written.subject ?? post.title}”`;
  const people = numberOf(readers, 'subscriber');
  if (mailFolder !== null) {
    return `Write ${numberOf(readers, 'email')} with the subject ${subject} to ${mailFolder}? No mail server is set, so no subscriber gets one.`;
  }
  const [latest] = issues;
  if (latest === undefined || scheduled !== null) {
    return `Send ${subject} to ${people} now? Emails cannot be recalled.`;
  }
  return `This post already went out on ${longDate(latest.sendAt)}. Send it again, as ${subject}, to ${people}?`;
}

/** What has become of a test. */
export function testNotice(to: string, mailFolder: string | null): string {
  return mailFolder === null
    ? `A test is on its way to ${to}.`
    : `A test for ${to} is saved as a file in ${mailFolder}.`;
}

/** Why a post cannot be sent at an instant, or now; null when it can. */
export function obstacleTo(
  { post, readers, isLive, written }: Sendable & { written: IssueInput },
  sendAt: string | null,
): string | null {
  const now = new Date().toISOString();
  if (!isLive) return 'The newsletter is off while forms are not live.';
  if (written.subject?.trim() === '') return 'A newsletter needs a subject.';
  if (sendAt !== null && sendAt <= now) return 'Choose a time in the future.';
  if (!isPublic(post, sendAt ?? now)) {
    return post.status === 'published'
      ? 'The post will not be public by then. Choose a later time.'
      : 'Only published posts can go out as newsletters.';
  }
  // By then there may be somebody.
  return readers === 0 && sendAt === null ? 'There are no confirmed subscribers yet.' : null;
}
