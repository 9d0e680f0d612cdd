import { expect, test } from 'vitest';
import type { ApiFailure } from '../../admin/api.ts';
import { issueStateLabel, numberOf, progressLabel } from './newsletter-labels.ts';

test('before a post goes out, the number of people it goes to can be read at a glance', () => {
  expect([0, 1, 12_000].map((count) => numberOf(count, 'subscriber'))).toEqual([
    '0 subscribers',
    '1 subscriber',
    '12,000 subscribers',
  ]);
});

test('the sender of a newsletter reads why the progress is not known, not that the server is away', () => {
  const progress = { waiting: 3, sent: 1, refused: 0, expired: 0, withdrawn: 0 };
  const label = (failure: ApiFailure | null) =>
    issueStateLabel({ progress, stoppedAt: null }, failure);
  const detail = 'The database is busy.';
  expect(label({ kind: 'rejected', status: 503, detail, issues: [] })).toBe(
    'The database is busy. Trying again…',
  );
  expect(label({ kind: 'network' })).toBe('The server cannot be reached. Trying again…');
  const deleted = 'There is no such issue.';
  expect(label({ kind: 'rejected', status: 404, detail: deleted, issues: [] })).toBe(deleted);
  expect(label(null)).toBe('In progress…');
});

test('mails that did not arrive are named beside those that did', () => {
  const progress = { waiting: 0, sent: 1_040, refused: 2, expired: 0, withdrawn: 1 };
  const issue = { recipients: 1_043, progress };
  expect(progressLabel(issue)).toBe('1,040 of 1,043 sent, 2 refused, 1 withdrawn');
});
