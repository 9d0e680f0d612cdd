import { wordsOf } from './search-words.ts';

/** A term of a query: any one of its words matches, and any word with its beginning. */
export type Term = { words: readonly string[]; beginning?: string | undefined };

/** All of a query's terms must match. */
export type Terms = readonly Term[];

/** Shorter beginnings match too many words to mean one of them. */
const SHORTEST_BEGINNING = 3;

/** A query as it is looked up: its distinct words, each in singular and plural. */
export function toTerms(q: string): Terms {
  return [...new Set(wordsOf(q))].map((word) => ({
    words: [...new Set([word, ...otherNumber(word)])],
  }));
}

/** The same query with its last word taken for the beginning of one; null when that is too short. */
export function withPrefix(q: string): Terms | null {
  const last = wordsOf(q).at(-1) ?? '';
  if (last.length < SHORTEST_BEGINNING) return null;
  return toTerms(q).map(({ words }) => ({
    words,
    beginning: words[0] === last ? last : undefined,
  }));
}

export function matchesTerm({ words, beginning }: Term, word: string): boolean {
  return words.includes(word) || (beginning !== undefined && word.startsWith(beginning));
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
