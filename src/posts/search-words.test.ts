import { expect, test } from 'vitest';
import { searchedText, toSearchRow, wordsOf } from './search-words.ts';

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

test('the search index of a post has an end, and no half of a character', () => {
  const post = { title: 'A title', slug: 'a-slug', description: '', tags: ['R&D'], text: 'Text.' };
  const long = `${'x'.repeat(99_999)}\u{1f9ea}`;
  const text = searchedText(long);
  expect([text.length, text.isWellFormed()]).toEqual([100_000, true]);
  expect(toSearchRow({ ...post, text: long })).toEqual(toSearchRow({ ...post, text }));
  const many = Array.from({ length: 200_000 }, (_, number) => number.toString(36)).join(' ');
  expect(toSearchRow({ ...post, text: many }).words.length).toBeLessThan(1_000_000);
});
