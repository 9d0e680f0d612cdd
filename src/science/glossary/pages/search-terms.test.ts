import { expect, test } from 'vitest';
import { glossaryTerms } from '../../../content/glossary.ts';
import type { Term } from '../term.ts';
import { matchingTerms } from './search-terms.ts';

const TERMS = glossaryTerms.map((term) => ({ ...term, synonyms: [] })) as unknown as Term[];
const ALL = TERMS.map(({ term }) => term);

test.each([
  ['', ALL],
  ['   ', ALL],
  ['ic50', expect.arrayContaining(['IC50'])],
  ['MICHAELIS', ['Ki']],
  ['  pharmacokinetics ', ['ADMET', 'Bioavailability']],
  ['no such word', []],
  ['.*', []],
])('matchingTerms finds %j in name, definition or category', (search, terms) => {
  expect(matchingTerms(TERMS, search).map(({ term }) => term)).toEqual(terms);
  expect(ALL).toHaveLength(15);
});
