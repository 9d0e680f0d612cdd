/** Longer runs are split into several words. */
const WORD = /[\p{L}\p{N}]{1,40}/gu;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;

/**
 * The words of a text in order, in lower case and without accents. Words consist of letters and digits; an
 * apostrophe within a word is removed, everything else separates words. Compatibility variants of a
 * character are equal: µ and μ, ₅₀ and 50, ﬁ and fi.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHE, '');
  return folded.match(WORD) ?? [];
}

/** Characters. Shorter ones begin too many words. */
const MIN_PREFIX_LENGTH = 3;

/** The words of a query; `prefix` is the last one where other words may begin with it. */
export function queryOf(q: string): { words: string[]; prefix: string | null } {
  const words = wordsOf(q);
  const last = words.at(-1) ?? '';
  return { words, prefix: last.length < MIN_PREFIX_LENGTH ? null : last };
}

export function matcherOf(q: string): (word: string) => boolean {
  const { words, prefix } = queryOf(q);
  return (word) => words.includes(word) || (prefix !== null && word.startsWith(prefix));
}

/** UTF-16 code units of a body that are searched, and quoted in results. */
const MAX_SEARCHED_LENGTH = 100_000;

export function searchedText(text: string): string {
  return text.slice(0, MAX_SEARCHED_LENGTH).toWellFormed();
}
