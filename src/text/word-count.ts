/** A word is a run of non-white-space characters with a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run)).length;
}

const WORDS_PER_MINUTE = 200;

/** Minutes, at least 1. */
export function readingTime(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}
