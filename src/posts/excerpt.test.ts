import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

const FILLER = 'The plate was read twice, by two people who did not know one another.';
const paragraph = `An assay answers a question. ${FILLER} ${FILLER}`;

it('a reader of search results sees whole paragraphs, and not the start of a heading or code after them', () => {
  const text = `${paragraph}\nKey points\n{ "prediction": "pIC50 7.1" }\n${FILLER} ${FILLER}`;
  expect(excerptOf(text, (word) => word === 'assay')).toBe(paragraph);
});

it('a reader of search results sees both words of a query, also where a paragraph ends between them', () => {
  const text = `An assay. ${'Some more words. '.repeat(6)}Altogether.\nIts inhibitor. ${FILLER.repeat(3)}`;
  expect(excerptOf(text, (word) => ['assay', 'inhibitor'].includes(word))).toContain('inhibitor');
});

it('a reader of search results sees a sentence with the word, rather than code, an equation or a cell before it', () => {
  const text = `${paragraph}\n{ "assay": "binding" }\nassay = a/b\n${FILLER} The assay is over.`;
  expect(excerptOf(text.slice(paragraph.length), (word) => word === 'assay')).toContain('is over');
  expect(excerptOf('{ "assay": "binding" }', (word) => word === 'assay')).toContain('binding');
});
