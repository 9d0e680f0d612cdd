/**
 * The tokenizer of the search index, for posts and queries, so that both engines find the same. Raise the
 * version with every change to this module: the next start then indexes all posts again.
 */
export const SEARCH_VERSION = 1;

/** Longer runs are split into several words. */
const WORD = /[\p{L}\p{N}]{1,40}/gu;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
/** Most texts are ASCII, which takes a third of the time. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]{1,40}/g;
const ASCII_APOSTROPHE = /(?<=[a-z])'(?=[a-z])/g;

/**
 * The words of a text in order, in lower case and without accents. Words consist of letters and digits; an
 * apostrophe within a word is removed, everything else separates words. Compatibility variants of a
 * character are equal: µ and μ, ₅₀ and 50, ﬁ and fi.
 */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) {
    return text.toLowerCase().replace(ASCII_APOSTROPHE, '').match(ASCII_WORD) ?? [];
  }
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHE, '');
  return folded.match(WORD) ?? [];
}

/** Marks words of the title or a tag. `wordsOf` never returns a word with this character. */
const HEAD_MARK = '·';

/** The form in which the index holds a word of the title or a tag, besides the word itself. */
export function headWord(word: string): string {
  return HEAD_MARK + word;
}

export type Searchable = {
  title: string;
  slug: string;
  description: string;
  tags: readonly string[];
  /** The text of the body, without markup. */
  text: string;
  /** The InChIKeys of the molecules that it shows. */
  molecules?: readonly string[];
};

/** UTF-16 code units of a body that are indexed: an hour and a half of reading. */
const MAX_INDEXED_LENGTH = 100_000;
/** A `tsvector` of PostgreSQL has at most 1 MiB. */
const MAX_BYTES = 900_000;
const BYTES_PER_UNIT = 3;

/** The part of a text that is searched, and quoted in results. */
export function searchedText(text: string): string {
  return text.slice(0, MAX_INDEXED_LENGTH).toWellFormed();
}

/** The columns of the index: distinct words separated by spaces. */
export function toSearchRow({ title, slug, description, tags, text, molecules = [] }: Searchable) {
  const head = wordsOf([title, ...tags].join('\n'));
  const distinct = new Set([...head.map(headWord), ...head]);
  for (const word of wordsOf([slug, description, ...molecules, searchedText(text)].join('\n')))
    distinct.add(word);
  let remainingBytes = MAX_BYTES;
  const words = [...distinct].filter((word) => {
    remainingBytes -= word.length * BYTES_PER_UNIT;
    return remainingBytes > 0;
  });
  return { words: words.join(' '), version: SEARCH_VERSION };
}
