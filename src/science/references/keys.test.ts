import { describe, expect, it } from 'vitest';
import { createKeys, freeKey, isKey, MAX_KEY, suffixOf, suggestKey, toKey } from './keys.ts';

describe('keys of references', () => {
  it('isKey takes what a text can cite, and nothing else', () => {
    const keys = 'smith2020 Müller_2020 10.1021/acs.jmedchem.9b01 a:b 2020 _a Ω1'.split(' ');
    expect(keys.filter(isKey)).toEqual(keys);
    const others = '¦a b¦a]¦a;b¦.a¦a.¦a--b¦a<b¦a"b¦@a¦a\n¦fig-a¦eq-1¦tbl-x'.split('¦');
    expect([...others, "a'b", 'a'.repeat(101)].filter(isKey)).toEqual([]);
  });

  it.each([
    ['10.1016/s0092-8674(00)80001-2', '10.1016/s0092-8674-00-80001-2'],
    ['Smith, J. 2020', 'Smith-J.2020'],
    ['fig-2', 'fig:2'],
    ['«»', ''],
  ])('are made of %s: %s', (text, key) => {
    expect(toKey(text)).toBe(key);
    if (key !== '') expect(isKey(key)).toBe(true);
  });

  it('are suggested by author and year', () => {
    const author = [{ family: 'Ångström Smith', given: 'A' }];
    const issued = { 'date-parts': [[2020]] };
    expect(suggestKey({ type: 'book', author, issued })).toBe('angstrom2020');
    expect(suggestKey({ type: 'book', author: [{ literal: 'others' }], issued })).toBe('2020');
    expect(suggestKey({ type: 'book' })).toBe('');
  });

  it('get a letter when they are taken, and stay short enough', () => {
    const taken = new Set(['a', 'aa', 'x'.repeat(MAX_KEY)]);
    expect(freeKey('a', (key) => taken.has(key))).toBe('ab');
    expect(isKey(freeKey('x'.repeat(MAX_KEY), (key) => taken.has(key)))).toBe(true);
    const keyOf = createKeys();
    expect(['a', 'ab', 'a', 'a', 'aa'].map(keyOf)).toEqual(['a', 'ab', 'aa', 'ac', 'aaa']);
    expect([1, 26, 27, 702, 703].map(suffixOf)).toEqual(['a', 'z', 'aa', 'zz', 'aaa']);
  });
});
