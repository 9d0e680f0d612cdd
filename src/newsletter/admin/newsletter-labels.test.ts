import { expect, test } from 'vitest';
import { numberOf, progressLabel } from './newsletter-labels.ts';

test('numbers of mails are read at a glance, and those that did not arrive are named', () => {
  expect([0, 1, 12_000].map((count) => numberOf(count, 'subscriber'))).toEqual([
    '0 subscribers',
    '1 subscriber',
    '12,000 subscribers',
  ]);
  const progress = { waiting: 0, sent: 1_040, refused: 2, expired: 0, withdrawn: 1 };
  expect(progressLabel({ recipients: 1_043, progress })).toBe(
    '1,040 of 1,043 sent, 2 refused, 1 withdrawn',
  );
});
