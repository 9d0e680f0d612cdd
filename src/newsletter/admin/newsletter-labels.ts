import type { Tone } from '../../ui/badge.tsx';
import type { Issue } from '../issues.ts';
import type { SubscriberState } from '../subscribers.ts';

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
