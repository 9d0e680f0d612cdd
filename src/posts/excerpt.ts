import { ellipsisAfter } from './ellipsis.ts';
import { wordsOf } from './search-words.ts';

/** A piece of text; `found` marks a match of the query. */
export type Fragment = { text: string; found: boolean };

type IsMatch = (word: string) => boolean;

/** Runs of letters, digits and combining marks, with apostrophes inside. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Splits a text at the words that match. */
export function markMatches(text: string, isMatch: IsMatch): Fragment[] {
  const fragments: Fragment[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!hasMatch(run, isMatch)) continue;
    if (index > end) fragments.push({ text: text.slice(end, index), found: false });
    fragments.push({ text: run, found: true });
    end = index + run.length;
  }
  if (end < text.length) fragments.push({ text: text.slice(end), found: false });
  return fragments;
}

/** UTF-16 code units: about three lines. */
const LENGTH = 240;
/** UTF-16 code units before the first match, within which a sentence or a line may begin. */
const REACH = 100;
/** The same where none does. */
const LEAD = 60;
/** The first matches of a text, among which the best passage is chosen. */
const MAX_CANDIDATES = 40;

/** The passage with the most distinct matches, cut at words; null without any match. */
export function excerptOf(text: string, isMatch: IsMatch): string | null {
  const matches = firstMatches(text, isMatch);
  /** The first match of each distinct word in the passage that starts here. */
  const firstsFrom = (start: number) => {
    const firsts = new Map<string, number>();
    for (const { index, word } of matches) {
      const isWithin = index >= start && index < start + LENGTH - REACH;
      if (isWithin && !firsts.has(word)) firsts.set(word, index);
    }
    return [...firsts.values()];
  };
  let best: number | null = null;
  let most = 0;
  for (const { index } of matches) {
    const worth = firstsFrom(index).length + (REST_OF_PROSE.test(text.slice(index)) ? 0.5 : 0);
    if (worth > most) [best, most] = [index, worth];
  }
  if (best === null) return null;
  const last = firstsFrom(best).at(-1) ?? best;
  // At the end of a text, further before it: the excerpt is to be as long as others.
  const first = Math.max(0, Math.min(best, text.length - LENGTH + REACH));
  const from = Math.max(0, first - REACH);
  const beginning = BEGINNING.exec(text.slice(from, first + 1))?.[0].length ?? 0;
  if (beginning > 0 || from === 0) return cut(text, from + beginning, last);
  const [lead = ''] = /^\S*\s+/.exec(text.slice(first - LEAD, first)) ?? [];
  return `… ${cut(text, first - LEAD + lead.length, last)}`;
}

function firstMatches(text: string, isMatch: IsMatch) {
  const matches: { index: number; word: string }[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!hasMatch(run, isMatch)) continue;
    matches.push({ index, word: run.toLowerCase() });
    if (matches.length === MAX_CANDIDATES) break;
  }
  return matches;
}

/** Up to the last beginning of a sentence or a line. */
const BEGINNING = /^[\s\S]*(?:\n|[.?!][”’)\]]*\s+(?=[\p{Lu}“(]))/u;

/** Up to the last end of a paragraph: a heading or code that follows is not begun. */
const PARAGRAPHS = /^[\s\S]*[.?!:][”’)\]]*(?=\n)/;

/** A line of prose ends a sentence. Code, an equation, a heading or a cell does not, and tells a reader less. */
const REST_OF_PROSE = /^.*[.?!:][”’)\]]*(?:\n|$)/;

/** The start of a text, cut at a word. */
export function startOf(text: string): string {
  return cut(text, 0);
}

/**
 * An excerpt from a position on, with an ellipsis where it is cut off within a sentence.
 *
 * @param last the position of the last match that it should contain
 */
function cut(text: string, start: number, last = start): string {
  const end = start + LENGTH;
  const piece = text.slice(start, end);
  const paragraphs = PARAGRAPHS.exec(piece)?.[0] ?? '';
  const isEnough = paragraphs.length >= LENGTH / 2 && start + paragraphs.length > last;
  const words = isEnough ? paragraphs : piece.replace(/\s+\S*$/, '');
  const whole = end >= text.length ? piece : words;
  const spaced = whole
    .trim()
    // A heading, a cell or an item of a list ends without a sign, and is no part of the next sentence.
    .replace(/(?<=[^\s.!?:;,…])\n/g, ' · ')
    .replace(/\s+/g, ' ')
    .toWellFormed();
  return end < text.length && !/[.?!][”’)\]]*$/.test(spaced) ? ellipsisAfter(spaced) : spaced;
}

function hasMatch(run: string, isMatch: IsMatch): boolean {
  return /^[a-z0-9]{1,40}$/i.test(run) ? isMatch(run.toLowerCase()) : wordsOf(run).some(isMatch);
}
