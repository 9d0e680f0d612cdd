import { expect, it } from 'vitest';
import { excerptOf } from './post-search.ts';

const FILLER = 'The plate was read twice, by two people who did not know one another.';

it('a reader of search results sees both words of a query, also where a paragraph ends between them', () => {
  const text = `An assay. ${'Some more words. '.repeat(6)}Altogether.\nIts inhibitor. ${FILLER.repeat(3)}`;
  expect(excerptOf(text, (word) => ['assay', 'inhibitor'].includes(word))).toContain('inhibitor');
});
