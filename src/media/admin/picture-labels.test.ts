import { expect, test } from 'vitest';
import { fileSize, pictureMarkdown } from './picture-labels.ts';

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
