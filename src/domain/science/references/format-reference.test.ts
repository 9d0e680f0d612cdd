import { expect, test } from 'vitest';
import { CHICAGO, CHICAGO_DIFFERENCES } from '../../../../test/chicago-references.ts';
import { NLM, NLM_DIFFERENCES } from '../../../../test/nlm-references.ts';
import type { CslItem } from './csl.ts';
import { formatReference } from './format-reference.ts';
import { runsText } from './runs.ts';

function printed(csl: CslItem, style: 'numbered' | 'author-date'): string {
  const reference = { title: '', url: '', description: '', type: 'article' as const, csl };
  return runsText(formatReference(reference, style) ?? []);
}

/** @param difference what the list has instead of the expected text, where it is known to differ */
function expectPrinted(text: string, difference: string | undefined, expected: string) {
  if (difference === undefined) expect(text).toBe(expected);
  else expect(text).toContain(difference);
}

test.each(CHICAGO)('a list by author and date reads as Chicago has it: $title', (csl, expected) => {
  expectPrinted(printed(csl, 'author-date'), CHICAGO_DIFFERENCES[csl.title ?? ''], expected);
});

test.each(NLM)('a numbered list reads as Citing Medicine has it: $title', (csl, expected) => {
  expectPrinted(printed(csl, 'numbered'), NLM_DIFFERENCES[csl.title ?? ''], expected);
});

test('the number of a preprint is shown, by which it is found', () => {
  const preprint: CslItem = {
    type: 'article',
    title: 'A preprint',
    author: [{ family: 'Pre', given: 'Pat' }],
    issued: { 'date-parts': [[2021]] },
    archive: 'arXiv',
    archive_location: '2101.00001',
  };
  expect(printed(preprint, 'numbered')).toBe(
    'Pre P. A preprint [preprint]. arXiv:2101.00001. arXiv; 2021.',
  );
});
