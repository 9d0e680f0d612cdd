import { longDate } from '../../admin/times.ts';
import { isPublic } from '../../posts/post.ts';
import type { IssueInput } from '../issue-input.ts';
import { numberOf } from './newsletter-labels.ts';
import type { Sendable } from './sendable.ts';

/** What the sending of a post is called, asks, and why it cannot be done. */

export function actionLabel({ scheduled, issues, readers }: Sendable, sendAt: string | null) {
  const people = numberOf(readers, 'subscriber');
  if (sendAt === null) return `Send ${issues.length === 0 ? '' : 'again '}to ${people}`;
  return scheduled === null ? `Schedule for ${people}` : 'Save changes';
}

export function question({ post, scheduled, issues, readers }: Sendable): string {
  const people = numberOf(readers, 'subscriber');
  const [latest] = issues;
  if (latest === undefined || scheduled !== null) {
    return `Send “${post.title}” to ${people} now? What is sent cannot be called back.`;
  }
  return `“${post.title}” was sent on ${longDate(latest.sentAt)} already. Send it again to ${people}?`;
}

/** Why a post cannot be sent at an instant, or now; null when it can. */
export function obstacleTo(
  { post, readers, isLive, written }: Sendable & { written: IssueInput },
  sendAt: string | null,
): string | null {
  const now = new Date().toISOString();
  if (!isLive) return 'Nothing can be sent while forms are not live.';
  if (written.subject?.trim() === '') return 'A letter needs a subject.';
  if (sendAt !== null && sendAt <= now) return 'Choose a time that lies ahead.';
  if (!isPublic(post, sendAt ?? now)) {
    return post.status === 'published'
      ? 'The post is not public by then: choose a later time.'
      : 'Only a published post can be sent.';
  }
  // By then there may be somebody.
  return readers === 0 && sendAt === null ? 'Nobody has confirmed a subscription yet.' : null;
}
