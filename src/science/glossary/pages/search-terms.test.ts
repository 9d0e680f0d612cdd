import { describe, expect, test } from 'vitest';
import { glossaryTerms } from '../../../content/glossary.ts';
import { matchingTerms, splitAtMatches } from './search-terms.ts';

const termsFor = (search: string) => matchingTerms(glossaryTerms, search).map(({ term }) => term);

describe('the glossary search', () => {
  test('shows every term while the search is empty', () => {
    expect(termsFor('')).toHaveLength(15);
    expect(termsFor('   ')).toHaveLength(15);
  });

  test('finds a term by its name, its definition or its category, in any case', () => {
    expect(termsFor('ic50')).toContain('IC50');
    expect(termsFor('MICHAELIS')).toEqual(['Ki']);
    expect(termsFor('  pharmacokinetics ')).toEqual(['ADMET', 'Bioavailability']);
  });

  test('finds nothing for an unknown text', () => {
    expect(termsFor('no such word')).toEqual([]);
    expect(termsFor('.*')).toEqual([]);
  });
});

describe('what is marked in a termsFor text', () => {
  test('is each match, as it is written there', () => {
    expect(splitAtMatches('Ki and ki', 'KI')).toEqual(['', 'Ki', ' and ', 'ki', '']);
    expect(splitAtMatches('IC50 / (1 + [S]/Km)', '(1 + [S]')).toEqual([
      'IC50 / ',
      '(1 + [S]',
      '/Km)',
    ]);
  });

  test('is nothing while the search is empty', () => {
    expect(splitAtMatches('Ki', ' ')).toEqual(['Ki']);
  });
});
