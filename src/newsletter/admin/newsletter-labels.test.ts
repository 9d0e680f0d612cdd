import { expect, test } from 'vitest';
import type { Issue } from '../issues.ts';
import { numberOf, progressLabel, question, type Sendable } from './newsletter-labels.ts';

test('before a post goes out, the number of people it goes to can be read at a glance', () => {
  expect([0, 1, 12_000].map((count) => numberOf(count, 'subscriber'))).toEqual([
    '0 subscribers',
    '1 subscriber',
    '12,000 subscribers',
  ]);
});

test('mails that did not arrive are named beside those that did', () => {
  const progress = { waiting: 0, sent: 1_040, refused: 2, expired: 0, withdrawn: 1 };
  const issue = { recipients: 1_043, progress };
  expect(progressLabel(issue)).toBe('1,040 of 1,043 sent, 2 refused, 1 withdrawn');
});

test('the sender of a newsletter confirms the subject that subscribers will read', () => {
  const sendable = { post: { title: 'Potency' }, issues: [], readers: 3 } as unknown as Sendable;
  expect(question(sendable, 'Curves')).toBe(
    'Send “Curves” to 3 subscribers now? Emails cannot be recalled.',
  );
  const issues = [{ sendAt: '2026-05-01T00:00:00Z' } as Issue];
  expect(question({ ...sendable, issues }, null)).toMatch(
    /^This post already went out on .* Send “Potency” to 3 subscribers now\?/,
  );
});
