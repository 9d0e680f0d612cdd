import { expect, test } from 'vitest';
import { numberOf, progressLabel } from './newsletter-labels.ts';

test('before a post goes out, the number of people it goes to can be read at a glance', () => {
  expect([0, 1, 12_000].map((count) => numberOf(count, 'subscriber'))).toEqual([
    '0 subscribers',
    '1 subscriber',
    '12,000 subscribers',
  ]);
});

test('mails that did not arrive are named beside those that did', () => {
  const progress = { waiting: 0, sent: 1_040, refused: 2, expired: 0, withdrawn: 1 };
  expect(progressLabel({ recipients: 1_043, progress })).toBe(
    '1,040 of 1,043 sent, 2 refused, 1 withdrawn',
  );
});
