import { expect, test } from 'vitest';
import { searchedText, wordsOf } from './search-words.ts';

test('the words of a text are found whatever their case, accents and signs', () => {
  expect(wordsOf('Über-Kinase ÉTUDE, IC₅₀ in µM')).toEqual([
    'uber',
    'kinase',
    'etude',
    'ic50',
    'in',
    'μm',
  ]);
  expect(wordsOf(' \n%"\'()*:^{}&|!<>\\·\u{e000}\u{1f9ea} ')).toEqual([]);
});

test('the searched part of a text has an end, and no half of a character', () => {
  const text = searchedText(`${'x'.repeat(99_999)}\u{1f9ea}`);
  expect([text.length, text.isWellFormed()]).toEqual([100_000, true]);
});
