/** The spellings of a term: its name, and what else the posts call it. */
export type TermSpellings = { id: string; spellings: readonly string[] };

/** A match of a term in a text, in UTF-16 code units. */
export type TermMatch = { term: string; start: number; end: number };

type Spelling = {
  term: string;
  /** The spelling in lower case. */
  folded: string;
  plain: string;
  /** Tells for each character whether its case must be that of the spelling. */
  isExact: readonly boolean[];
};

/** Finds the terms in a text, from its beginning to its end; no two matches overlap. */
type FindTerms = (text: string) => TermMatch[];

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Matches whole words, the longest spelling first, with a plural “s” or without it.
 *
 * The case of abbreviations and symbols counts (a capital after the first letter, a digit, or three letters at most:
 * ADMET, logP, IC50, Ki), that of words does not. Any run of white space is a space, digits may be subscripts, hyphens
 * and apostrophes of any form.
 */
export function createTermFinder(terms: readonly TermSpellings[]): FindTerms {
  const root: Node = { next: new Map(), ends: [] };
  for (const spelling of terms.flatMap(toSpellings)) addSpelling(root, spelling);

  return (text) => {
    const plain = plainForm(text);
    const forms = { plain, folded: foldCase(plain) };
    const words = [...forms.folded.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }));
    const matches: TermMatch[] = [];
    for (const [at, { index }] of words.entries()) {
      if (index < (matches.at(-1)?.end ?? 0)) continue;
      const match = longestAt(forms, index, candidates(root, words, at));
      if (match !== null) matches.push(match);
    }
    return matches;
  };
}

/** The spellings by their words: hundreds may begin with the same. */
type Node = { next: Map<string, Node>; ends: Spelling[] };

function addSpelling(root: Node, spelling: Spelling): void {
  let node = root;
  for (const [word] of spelling.folded.matchAll(WORD)) {
    const next = node.next.get(word) ?? { next: new Map(), ends: [] };
    node.next.set(word, next);
    node = next;
  }
  node.ends.push(spelling);
}

/** The spellings with the same words as the text from a word on; the last may be a plural. */
function candidates(root: Node, words: readonly { word: string }[], from: number): Spelling[] {
  const found: Spelling[] = [];
  let node: Node | undefined = root;
  for (let at = from; node !== undefined; at++) {
    const word: string = words[at]?.word ?? '';
    if (word.endsWith('s')) found.push(...(node.next.get(word.slice(0, -1))?.ends ?? []));
    node = node.next.get(word);
    found.push(...(node?.ends ?? []));
  }
  return found;
}

/** A text, character for character. */
type Forms = { plain: string; folded: string };

function longestAt(text: Forms, start: number, spellings: readonly Spelling[]): TermMatch | null {
  let longest: TermMatch | null = null;
  for (const spelling of spellings) {
    const end = matchEnd(text, start, spelling);
    if (end > (longest?.end ?? start)) longest = { term: spelling.term, start, end };
  }
  return longest;
}

/** The normalized spelling: two terms may not share one. */
export function spellingKey(spelling: string): string {
  return foldCase(plainForm(spelling)).trim().replace(/ +/g, ' ');
}

function toSpellings({ id, spellings }: TermSpellings): Spelling[] {
  return spellings.map((spelling) => {
    const plain = plainForm(spelling).trim().replace(/ +/g, ' ');
    return { term: id, plain, folded: foldCase(plain), isExact: exactCharacters(plain) };
  });
}

function exactCharacters(spelling: string): boolean[] {
  const isExact = new Array<boolean>(spelling.length).fill(false);
  const words = [...spelling.matchAll(WORD)];
  for (const { 0: word, index } of words) {
    const isShort = words.length === 1 && word.length <= 3;
    if (isShort || /\p{N}|.\p{Lu}/u.test(word)) isExact.fill(true, index, index + word.length);
  }
  return isExact;
}

/** @returns the end of a match of whole words, or -1 */
function matchEnd(text: Forms, start: number, spelling: Spelling): number {
  const { plain, isExact } = spelling;
  const end = matchCharacters(text, start, spelling);
  const last = plain.at(-1) ?? '';
  if (end === -1 || !WORD_CHARACTER.test(last)) return end;
  const wordEnd = text.plain[end] === 's' && last !== 's' ? end + 1 : end;
  // Ki-67 is another name than Ki.
  const isNumbered = isExact[0] === true && /^-\d/.test(text.plain.slice(wordEnd, wordEnd + 2));
  return isNumbered || startsWithWord(text.plain, wordEnd) ? -1 : wordEnd;
}

/** @returns the end, or -1 */
function matchCharacters(text: Forms, start: number, { plain, folded, isExact }: Spelling): number {
  let end = start;
  for (let i = 0; i < folded.length; i++) {
    const isSame = isExact[i] ? text.plain[end] === plain[i] : text.folded[end] === folded[i];
    if (!isSame) return -1;
    end += 1;
    if (folded[i] === ' ') end = skipSpaces(text.plain, end);
  }
  return end;
}

function skipSpaces(text: string, from: number): number {
  let index = from;
  while (text[index] === ' ') index += 1;
  return index;
}

function startsWithWord(text: string, index: number): boolean {
  const next = text.codePointAt(index);
  return next !== undefined && WORD_CHARACTER.test(String.fromCodePoint(next));
}

const SUBSCRIPT_ZERO = 0x2080;

/** Replaces characters one for one. */
function plainForm(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/\u2019/g, "'")
    .replace(/\u00b5/g, '\u03bc')
    .replace(/[\u2080-\u2089]/g, (digit) => `${digit.charCodeAt(0) - SUBSCRIPT_ZERO}`);
}

/** Lower case, character for character. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/./gsu, (each) => {
    const folded = each.toLowerCase();
    return folded.length === each.length ? folded : each;
  });
}
