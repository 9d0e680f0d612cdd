import { expect, test } from 'vitest';
import { glossaryTerms } from '../../../content/glossary.ts';
import { matchingTerms, splitAtMatches } from './search-terms.ts';

const ALL = glossaryTerms.map(({ term }) => term);

test.each([
  ['', ALL],
  ['   ', ALL],
  ['ic50', expect.arrayContaining(['IC50'])],
  ['MICHAELIS', ['Ki']],
  ['  pharmacokinetics ', ['ADMET', 'Bioavailability']],
  ['no such word', []],
  ['.*', []],
])('matchingTerms finds %j in name, definition or category', (search, terms) => {
  expect(matchingTerms(glossaryTerms, search).map(({ term }) => term)).toEqual(terms);
  expect(ALL).toHaveLength(15);
});

test.each([
  ['Ki and ki', 'KI', ['', 'Ki', ' and ', 'ki', '']],
  ['IC50 / (1 + [S]/Km)', '(1 + [S]', ['IC50 / ', '(1 + [S]', '/Km)']],
  ['Ki', ' ', ['Ki']],
])('splitAtMatches marks in %j each %j as it is written', (text, search, pieces) => {
  expect(splitAtMatches(text, search)).toEqual(pieces);
});
