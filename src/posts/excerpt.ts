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
/** Where a second match still is in the excerpt. */
const NEAR = LENGTH - REACH;
/** The same as the reach where no sentence begins. */
const LEAD = 60;
/** The first matches of a text, among which the best passage is chosen. */
const MAX_CANDIDATES = 40;

/** The passage with the most distinct matches, cut at words; null without any match. */
export function excerptOf(text: string, isMatch: IsMatch): string | null {
  const matches = [...text.matchAll(RUN)]
    .filter(([run]) => hasMatch(run, isMatch))
    .slice(0, MAX_CANDIDATES);
  let best: number | null = null;
  let most = 0;
  for (const { index } of matches) {
    const near = matches.filter((match) => match.index >= index && match.index < index + NEAR);
    const words = new Set(near.map(([run]) => run.toLowerCase()));
    if (words.size > most) [best, most] = [index, words.size];
  }
  if (best === null) return null;
  // At the end of a text, further before it: the excerpt is to be as long as others.
  const first = Math.max(0, Math.min(best, text.length - NEAR));
  const from = Math.max(0, first - REACH);
  const beginning = BEGINNING.exec(text.slice(from, first + 1))?.[0].length ?? 0;
  if (beginning > 0 || from === 0) return cut(text, from + beginning);
  const [lead = ''] = /^\S*\s+/.exec(text.slice(first - LEAD, first)) ?? [];
  return `… ${cut(text, first - LEAD + lead.length)}`;
}

/** Up to the last beginning of a sentence or a line. */
const BEGINNING = /^[\s\S]*(?:\n|[.?!][”’)\]]*\s+(?=[\p{Lu}“(]))/u;

/** The start of a text, cut at a word. */
export function startOf(text: string): string {
  return cut(text, 0);
}

/** An excerpt from a position on, with an ellipsis where it is cut off within a sentence. */
function cut(text: string, start: number): string {
  const end = start + LENGTH;
  const piece = text.slice(start, end);
  const whole = end >= text.length ? piece : piece.replace(/\s+\S*$/, '');
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
