import { expect, test } from 'vitest';
import type { ApiFailure } from '../../admin/api.ts';
import { isRetryable, uploadsLabel } from './upload-labels.ts';
import type { UploadState } from './use-uploads.ts';

const sending: UploadState<unknown> = { kind: 'sending', fraction: 0.5 };
const done = { kind: 'done' } as UploadState<unknown>;
const failed: UploadState<unknown> = { kind: 'failed', failure: { kind: 'network' } };

test.each<[UploadState<unknown>[], string]>([
  [[], ''],
  [[sending], 'Uploading 1 picture: 0 done'],
  [[done, failed, sending], 'Uploading 3 pictures: 1 done, 1 failed'],
  [[done], '1 picture uploaded'],
  [[done, done, failed], '2 of 3 pictures uploaded, 1 failed'],
  [[failed], '0 of 1 picture uploaded, 1 failed'],
])('a screen reader announces the progress of uploads: %j', (states, words) => {
  expect(uploadsLabel(states.map((state) => ({ state })))).toBe(words);
});

test('an upload may be retried after a failure of network or server, not after one of the file', () => {
  const failure = (status: number): ApiFailure => ({ kind: 'rejected', status, issues: [] });
  expect([429, 500, 503].map((status) => isRetryable(failure(status)))).not.toContain(false);
  expect([413, 415, 422].map((status) => isRetryable(failure(status)))).not.toContain(true);
  expect(isRetryable({ kind: 'network' })).toBe(true);
});
