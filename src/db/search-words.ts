/**
 * How text becomes the words of the search index. Posts are filled in and queries are read by this
 * alone, so that both engines find the same. Whoever changes it has to fill the index anew, in a
 * migration.
 */

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

/** Stands before what no text can hold as a word. */
const MARK = '·';

/** A word as it is held once more where it stands in the title or a tag. */
export function headWord(word: string): string {
  return MARK + word;
}

/** What every post of a status is held under. */
export function statusMark(status: string): string {
  return MARK + MARK + status;
}

/** What every post with a tag is held under, to the letter. */
export function tagMark(tag: string): string {
  return MARK + MARK + Buffer.from(tag).toString('hex');
}

/** What every post of an hour, a day, a month or a year is held under: the beginning of its date. */
export function timeMark(beginning: string): string {
  return MARK + MARK + beginning;
}

/** What a post is searched for. */
export type Searchable = {
  title: string;
  slug: string;
  description: string;
  tags: readonly string[];
  /** The text of its body, without markup. */
  text: string;
};

/** So much of a body is searched, in UTF-16 code units: an hour and a half of reading. */
const SEARCHED = 100_000;
/** PostgreSQL holds up to 1 MiB of distinct words of one post. */
const MOST_BYTES = 900_000;
const BYTES_PER_UNIT = 3;

/** A post as the index holds it: its distinct words and marks as a JSON array, and its text. */
export function toIndexRow(post: Searchable): { words: string; text: string } {
  const { title, slug, description, tags } = post;
  const text = post.text.slice(0, SEARCHED).toWellFormed();
  const head = wordsOf([title, ...tags].join('\n'));
  const found = new Set([...tags.map(tagMark), ...head.map(headWord), ...head]);
  for (const word of wordsOf([slug, description, text].join('\n'))) found.add(word);
  let room = MOST_BYTES;
  const words = [...found].filter((word) => {
    room -= word.length * BYTES_PER_UNIT;
    return room > 0;
  });
  return { words: JSON.stringify(words), text };
}
