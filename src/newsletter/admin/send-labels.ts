import { longDate } from '../../admin/times.ts';
import { isPublic } from '../../posts/post.ts';
import type { IssueInput } from '../issue-input.ts';
import { numberOf } from './newsletter-labels.ts';
import type { Sendable } from './sendable.ts';

/** What the sending of a post is called, asks, and why it cannot be done. */

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
  return `This post already went out on ${longDate(latest.sentAt)}. Send it again, as ${subject}, to ${people}?`;
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
