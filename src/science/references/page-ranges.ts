/**
 * Ranges of pages, with the letters before their numbers: `S93-S99`. Bounded: a field may be one long word, in which each
 * letter would begin another search.
 */
const RANGE =
  /(?<![\p{L}\d])([A-Za-z]{0,9})(\d{1,12})\s{0,3}(?:-{1,3}|–)\s{0,3}([A-Za-z]{0,9})(\d{1,12})(?![\p{L}\d])/gu;

/**
 * Shortens each range of pages: its second number has no letters that are those of the first.
 *
 * @param second what is left of the second number
 */
export function shortenRanges(
  pages: string,
  dash: '-' | '–',
  second: (from: string, to: string) => string,
): string {
  return pages.replace(
    RANGE,
    (_, letters: string, from: string, toLetters: string, to: string) =>
      `${letters}${from}${dash}${letters === toLetters || toLetters === '' ? second(from, to) : toLetters + to}`,
  );
}
