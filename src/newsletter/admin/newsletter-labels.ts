import { type ApiFailure, failureMessage, isMissing } from '../../admin/api.ts';
import { dateAndTime } from '../../admin/times.ts';
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
