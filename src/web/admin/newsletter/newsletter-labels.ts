import type { Issue, RecipientState } from '../../../domain/newsletter/issues.ts';
import type { SubscriberState } from '../../../domain/newsletter/subscribers.ts';
import type { Tone } from '../../ui/badge.tsx';

export const SUBSCRIBER_STATES: Record<SubscriberState, { name: string; tone: Tone }> = {
  confirmed: { name: 'Confirmed', tone: 'teal' },
  pending: { name: 'Pending', tone: 'amber' },
  unsubscribed: { name: 'Unsubscribed', tone: 'stone' },
  bounced: { name: 'Bounced', tone: 'danger' },
};

/** What became of a mail, in the order in which it matters to who has sent it. */
export const RECIPIENT_STATES: Record<RecipientState, string> = {
  sent: 'Sent',
  waiting: 'Waiting',
  refused: 'Refused',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

const counting = new Intl.NumberFormat('en');

/** "1 subscriber", "12,000 subscribers". */
export function numberOf(count: number, noun: string): string {
  return `${counting.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** How far an issue has come: "40 of 42 sent, 2 refused". */
export function progressLabel({ recipients, progress }: Pick<Issue, 'recipients' | 'progress'>) {
  const { sent, waiting, ...rest } = progress;
  const others = Object.entries({ waiting, ...rest })
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${counting.format(count)} ${state}`);
  return [`${counting.format(sent)} of ${counting.format(recipients)} sent`, ...others].join(', ');
}
