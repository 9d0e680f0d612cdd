import { expect, test } from 'vitest';
import type { Refusal } from '../api.ts';
import { isRetryable, uploadsLabel } from './upload-labels.ts';
import type { UploadState } from './use-uploads.ts';

const sending: UploadState = { kind: 'sending', fraction: 0.5 };
const done = { kind: 'done' } as UploadState;
const refused: UploadState = { kind: 'refused', refusal: { kind: 'network' } };

test.each<[UploadState[], string]>([
  [[], ''],
  [[sending], 'Uploading 1 picture: 0 done'],
  [[done, refused, sending], 'Uploading 3 pictures: 1 done, 1 not taken'],
  [[done], '1 picture uploaded'],
  [[done, done, refused], '2 of 3 pictures uploaded, 1 not taken'],
  [[refused], '0 of 1 picture uploaded, 1 not taken'],
])('someone who only hears the page learns how it stands: %j', (states, words) => {
  expect(uploadsLabel(states.map((state) => ({ state })))).toBe(words);
});

test('a file is sent again after a failure of the way, not after one of its own', () => {
  const refusal = (status: number): Refusal => ({ kind: 'refused', status, issues: [] });
  expect([429, 500, 503].map((status) => isRetryable(refusal(status)))).not.toContain(false);
  expect([413, 415, 422].map((status) => isRetryable(refusal(status)))).not.toContain(true);
  expect(isRetryable({ kind: 'network' })).toBe(true);
});
