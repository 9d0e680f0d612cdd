import { longDate } from '../../admin/times.ts';
import type { Post } from '../../posts/post.ts';
import type { Tone } from '../../ui/badge.tsx';
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

export function numberOf(count: number, noun: string): string {
  return `${numberFormat.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function progressLabel({ recipients, progress }: Pick<Issue, 'recipients' | 'progress'>) {
  const { sent, waiting, ...rest } = progress;
  const others = Object.entries({ waiting, ...rest })
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${numberFormat.format(count)} ${state}`);
  const done = `${numberFormat.format(sent)} of ${numberFormat.format(recipients)} sent`;
  return [done, ...others].join(', ');
}

export type Sendable = Forms & {
  post: Post;
  /** Null while none waits for its time. */
  scheduled: Issue | null;
  issues: Issue[];
  readers: number;
};

export function actionLabel({ scheduled, readers }: Sendable, sendAt: string | null): string {
  const people = numberOf(readers, 'subscriber');
  if (sendAt === null) return `Send to ${people}`;
  return scheduled === null ? `Schedule for ${people}` : 'Save changes';
}

/** Names the subject, which may differ from the title of the post. */
export function question({ post, issues, readers }: Sendable, subject: string | null): string {
  const before = issues[0] && `This post already went out on ${longDate(issues[0].sendAt)}. `;
  const people = numberOf(readers, 'subscriber');
  return `${before ?? ''}Send “${subject ?? post.title}” to ${people} now? Emails cannot be recalled.`;
}
