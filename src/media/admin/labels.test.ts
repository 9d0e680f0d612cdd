import { expect, test } from 'vitest';
import type { ApiFailure } from '../../admin/api.ts';
import { attachmentLink, fileSize, isRetryable, pictureMarkdown } from './labels.ts';

test.each([
  ['doses.csv', 'doses.csv'],
  ['Doses_2026 [raw] & <b>*.csv', 'Doses\\_2026 \\[raw\\] \\& \\<b\\>\\*.csv'],
])(
  'a file is inserted as a link that says what it is and how large, also if it is called %s',
  (name, written) => {
    const file = { name, address: '/media/5994/doses.csv', type: 'csv', bytes: 1_258_291 } as const;
    expect(attachmentLink(file)).toBe(`[${written} (CSV, 1.2 MB)](/media/5994/doses.csv)`);
  },
);

test.each([
  [1, '1 KB'],
  [860_000, '840 KB'],
  [1_023_999, '1.0 MB'],
  [2_500_000, '2.4 MB'],
])('a file of %i bytes is shown as %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});

test('alternative text with brackets does not break the Markdown of a picture', () => {
  const picture = { alt: 'IC50 [nM]\nof 3 \\ 4 inhibitors', address: '/media/a/8x6.png' };
  expect(pictureMarkdown(picture)).toBe(
    '![IC50 \\[nM\\] of 3 \\\\ 4 inhibitors](/media/a/8x6.png)',
  );
});

test('an upload may be retried after a failure of network or server, not after one of the file', () => {
  const failure = (status: number): ApiFailure => ({ kind: 'rejected', status, issues: [] });
  expect([429, 500, 503].map((status) => isRetryable(failure(status)))).not.toContain(false);
  expect([413, 415, 422].map((status) => isRetryable(failure(status)))).not.toContain(true);
  expect(isRetryable({ kind: 'network' })).toBe(true);
});
