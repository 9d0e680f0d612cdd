import { describe, expect, test } from 'vitest';
import { searchedText, toSearchRow, wordsOf } from './search-words.ts';

describe('the words of a text', () => {
  test.each([
    ['Reading an IC50', ['reading', 'an', 'ic50']],
    ['IC₅₀ in µM, IC50 in μM', ['ic50', 'in', 'μm', 'ic50', 'in', 'μm']],
    ['Über-Kinase ÉTUDE naïve', ['uber', 'kinase', 'etude', 'naive']],
    ['ΒΉΤΑ-catenin, βήτα; ΟΔΟΣ οδός', ['βητα', 'catenin', 'βητα', 'οδοσ', 'οδοσ']],
    ['Alzheimer’s and Parkinson\'s "don\'t"', ['alzheimers', 'and', 'parkinsons', 'dont']],
    ['ﬁeld ﬂow ＦＵＬＬ Ⅳ ½', ['field', 'flow', 'full', 'iv', '1', '2']],
    ['a_b a/b a.b 1.5 x-y', ['a', 'b', 'a', 'b', 'a', 'b', '1', '5', 'x', 'y']],
    ['新药 発見', ['新药', '発見']],
    [' \n%"\'()*:^{}&|!<>\\·\u{e000}\u{1f9ea} ', []],
    ['', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('are the same however a character is put together', () => {
    expect(wordsOf('e\u0301tude')).toEqual(wordsOf('\u00e9tude'));
    expect(wordsOf('E\u0301')).toEqual(['e']);
  });

  test('are several where letters run on', () => {
    expect(wordsOf('x'.repeat(90)).map((word) => word.length)).toEqual([40, 40, 10]);
    expect(wordsOf('é'.repeat(41)).map((word) => word.length)).toEqual([40, 1]);
  });
});

describe('the search index of a post', () => {
  const post = { title: 'A title', slug: 'a-slug', description: '', tags: ['R&D'], text: 'Text.' };

  test('is each word once, and those of title and tags marked once more', () => {
    const { words } = toSearchRow({ ...post, description: 'A title, title' });
    expect(words.split(' ').sort()).toEqual(
      ['a', 'd', 'r', 'slug', 'text', 'title', '·a', '·d', '·r', '·title'].sort(),
    );
  });

  test('has an end, and no half of a character', () => {
    const long = `${'x'.repeat(99_999)}\u{1f9ea}`;
    const text = searchedText(long);
    expect([text.length, text.isWellFormed()]).toEqual([100_000, true]);
    expect(toSearchRow({ ...post, text: long })).toEqual(toSearchRow({ ...post, text }));
    const many = Array.from({ length: 200_000 }, (_, number) => number.toString(36)).join(' ');
    expect(toSearchRow({ ...post, text: many }).words.length).toBeLessThan(1_000_000);
  });
});
