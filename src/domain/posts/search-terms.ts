import { wordsOf } from '../../db/search-words.ts';

/** What may stand for one word of a query: the word itself, its other number, words that it begins. */
export type Alternatives = readonly string[];

/** A query as it is looked up: one of each must be found. */
export type Terms = {
  alternatives: readonly Alternatives[];
  /** Its last word; empty when there is no letter or digit in it. */
  last: string;
};

/** The words that somebody looks for, in the form of the index. */
export function toTerms(q: string, completions: readonly string[]): Terms {
  const words = wordsOf(q);
  const last = words.at(-1) ?? '';
  return {
    alternatives: [...new Set(words)].map((word) => [
      ...new Set([word, ...otherNumber(word), ...(word === last ? completions : [])]),
    ]),
    last,
  };
}

/** Endings of singular and plural, the more special first. */
const NUMBERS = [
  { singular: /([^aeiou])y$/, plural: '$1ies', of: /([^aeiou])ies$/, is: '$1y' },
  { singular: /sis$/, plural: 'ses', of: /ses$/, is: 'sis' },
  { singular: /(s|x|z|ch|sh)$/, plural: '$1es', of: /(s|x|z|ch|sh)es$/, is: '$1' },
  { singular: /([a-rt-z])$/, plural: '$1s', of: /(..[^su])s$/, is: '$1' },
] as const;

/**
 * What an English word may be in the other number. Some are no words, and then no post holds them:
 * rather than cutting endings off in the index, where `organ` and `organic` become one, a query asks
 * for both.
 */
function otherNumber(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  return NUMBERS.flatMap(({ singular, plural, of, is }) => [
    ...(singular.test(word) ? [word.replace(singular, plural)] : []),
    ...(of.test(word) ? [word.replace(of, is)] : []),
  ]);
}
