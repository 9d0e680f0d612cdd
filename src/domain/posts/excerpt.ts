import { wordsOf } from './search-words.ts';

/** A piece of text, and whether it is a word that was looked for. */
export type Fragment = { text: string; found: boolean };

type IsSought = (word: string) => boolean;

/** Runs of letters, digits and their accents, with apostrophes within. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** A text in pieces, with the words that were looked for apart. */
export function markMatches(text: string, isSought: IsSought): Fragment[] {
  const fragments: Fragment[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!holdsSought(run, isSought)) continue;
    if (index > end) fragments.push({ text: text.slice(end, index), found: false });
    fragments.push({ text: run, found: true });
    end = index + run.length;
  }
  if (end < text.length) fragments.push({ text: text.slice(end), found: false });
  return fragments;
}

/** About three lines, in UTF-16 code units. */
const LENGTH = 240;
/** Stands before the first word that was found. */
const LEAD = 60;
/** So many of the words that are found first are weighed against one another. */
const WEIGHED = 40;

/** Where in a text most of the words stand that were looked for, cut at words; null when there is none. */
export function excerptOf(text: string, isSought: IsSought): string | null {
  const places: { index: number; word: string }[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!holdsSought(run, isSought)) continue;
    places.push({ index, word: run.toLowerCase() });
    if (places.length === WEIGHED) break;
  }
  const wordsFrom = (start: number) =>
    new Set(
      places.flatMap(({ index, word }) =>
        index >= start && index < start + LENGTH - LEAD ? [word] : [],
      ),
    ).size;
  let best: number | null = null;
  for (const { index } of places) {
    if (best === null || wordsFrom(index) > wordsFrom(best)) best = index;
  }
  return best === null ? null : cut(text, best - LEAD);
}

/** The beginning of a text, cut at a word. */
export function beginningOf(text: string): string {
  return cut(text, 0);
}

/** As much of a text as an excerpt has from about a place on, with dots where it was cut. */
function cut(text: string, place: number): string {
  const from = Math.max(0, Math.min(place, text.length - LENGTH));
  const start = from === 0 ? 0 : from + (/^\S*\s+/.exec(text.slice(from))?.[0].length ?? 0);
  const end = start + LENGTH;
  const piece = text.slice(start, end);
  const whole = end >= text.length ? piece : piece.replace(/\s+\S*$/, '');
  const spaced = whole.replace(/\s+/g, ' ').trim().toWellFormed();
  return `${start > 0 ? '… ' : ''}${spaced}${end < text.length ? ' …' : ''}`;
}

function holdsSought(run: string, isSought: IsSought): boolean {
  return /^[a-z0-9]{1,40}$/i.test(run) ? isSought(run.toLowerCase()) : wordsOf(run).some(isSought);
}
