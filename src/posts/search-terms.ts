import { wordsOf } from './search-words.ts';

/** A term matches any of its words, and any word with its prefix. */
export type Term = { words: readonly string[]; prefix?: string | undefined };

/** A post must match all terms. */
export type Terms = readonly Term[];

/** Characters. Shorter prefixes match too many words. */
const MIN_PREFIX_LENGTH = 3;

/** The distinct words of a query, each in singular and plural. */
export function toTerms(q: string): Terms {
  return [...new Set(wordsOf(q))].map((word) => ({
    words: [...new Set([word, ...otherNumber(word)])],
  }));
}

/** Like `toTerms`, with the last word as a prefix; null when that is too short. */
export function withPrefix(q: string): Terms | null {
  const last = wordsOf(q).at(-1) ?? '';
  if (last.length < MIN_PREFIX_LENGTH) return null;
  return toTerms(q).map(({ words }) => ({
    words,
    prefix: words[0] === last ? last : undefined,
  }));
}

export function matchesTerm({ words, prefix }: Term, word: string): boolean {
  return words.includes(word) || (prefix !== undefined && word.startsWith(prefix));
}

/** Endings of English nouns: from singular to plural, and from plural to singular. */
const PLURAL_RULES = [
  { singular: /([^aeiou])y$/, toPlural: '$1ies', plural: /([^aeiou])ies$/, toSingular: '$1y' },
  { singular: /sis$/, toPlural: 'ses', plural: /ses$/, toSingular: 'sis' },
  { singular: /(s|x|z|ch|sh)$/, toPlural: '$1es', plural: /(s|x|z|ch|sh)es$/, toSingular: '$1' },
  { singular: /([a-rt-z])$/, toPlural: '$1s', plural: /(..[^su])s$/, toSingular: '$1' },
] as const;

/**
 * The possible plurals and singulars of an English word; a form that is no word matches nothing. Stemming in
 * the index would merge `organ` and `organic`.
 */
function otherNumber(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  return PLURAL_RULES.flatMap(({ singular, toPlural, plural, toSingular }) => [
    ...(singular.test(word) ? [word.replace(singular, toPlural)] : []),
    ...(plural.test(word) ? [word.replace(plural, toSingular)] : []),
  ]);
}
