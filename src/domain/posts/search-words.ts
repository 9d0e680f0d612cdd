/**
 * How text becomes the words of the search index. Posts and queries are tokenized by this module alone, so
 * that both engines find the same. Raise the version with every change to it: the next start then indexes
 * all posts again.
 */
export const SEARCH_VERSION = 1;

/** A longer run of letters counts as several words. */
const WORD = /[\p{L}\p{N}]{1,40}/gu;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
/** The same of texts in ASCII, which most are; these take a third of the time. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]{1,40}/g;
const ASCII_APOSTROPHE = /(?<=[a-z])'(?=[a-z])/g;

/**
 * Words in lower case without accents, in the order in which they stand. Letters and digits make
 * words and everything else separates them, but for an apostrophe within a word. Variants of a
 * character are one: µ and μ, ₅₀ and 50, ﬁ and fi.
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

/** Marks a word that stands in the title or a tag: no text holds it as a part of a word. */
const HEAD_MARK = '·';

/** The form in which the index holds a word of the title or a tag, besides the word itself. */
export function headWord(word: string): string {
  return HEAD_MARK + word;
}

/** What a post is searched by. */
export type Searchable = {
  title: string;
  slug: string;
  description: string;
  tags: readonly string[];
  /** The text of its body, without markup. */
  text: string;
};

/** How much of a body is searched, in UTF-16 code units: an hour and a half of reading. */
const SEARCHED = 100_000;
/** PostgreSQL holds up to 1 MiB of distinct words of one post. */
const MAX_BYTES = 900_000;
const BYTES_PER_UNIT = 3;

/** A post as the index holds it: its distinct words one space apart, and its text. */
export function toSearchRow({ title, slug, description, tags, text }: Searchable) {
  const searched = text.slice(0, SEARCHED).toWellFormed();
  const head = wordsOf([title, ...tags].join('\n'));
  const found = new Set([...head.map(headWord), ...head]);
  for (const word of wordsOf([slug, description, searched].join('\n'))) found.add(word);
  let room = MAX_BYTES;
  const words = [...found].filter((word) => {
    room -= word.length * BYTES_PER_UNIT;
    return room > 0;
  });
  return { words: words.join(' '), text: searched, version: SEARCH_VERSION };
}
