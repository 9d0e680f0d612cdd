import { type CslItem, type CslName, OTHERS } from './reference.ts';

/** A piece of a formatted reference. `title` leads to its URL, `container` is set in italics. */
export type Run = { text: string; role?: 'title' | 'container' };

type Sentence = string | readonly Run[] | undefined;

/** Joins sentences, each of which ends with one mark; a DOI with none, which would be taken for a part of it. */
export function joinSentences(sentences: readonly Sentence[]): Run[] {
  const said = sentences
    .map((sentence = '') => (typeof sentence === 'string' ? [{ text: sentence }] : sentence))
    .map((runs): Run[] => runs.filter(({ text }) => text !== ''))
    .filter((runs) => runs.length > 0);
  return said.flatMap((runs, index) => {
    const last = runs.at(-1) as Run;
    const isEnded = /^doi:/.test(last.text) || /[.?!…]["”’)]*$/.test(runsText(runs));
    const end = `${isEnded ? '' : '.'}${index < said.length - 1 ? ' ' : ''}`;
    // In one run with its sentence: no line begins with the mark.
    if (end.startsWith('.') && last.role === undefined) {
      return runs.with(-1, { text: last.text + end });
    }
    return end === '' ? runs : [...runs, { text: end }];
  });
}

export function runsText(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}

export function joined(parts: readonly (string | number | undefined)[], separator: string): string {
  return parts.filter(Boolean).join(separator);
}

export function imprint({ 'publisher-place': place, publisher, archive }: CslItem): string {
  return joined([place, publisher ?? archive], ': ');
}

/** The number by which a preprint is found; empty for what has none. */
export function arxivText({ archive, archive_location: id }: CslItem): string {
  return archive === 'arXiv' && id !== undefined ? `arXiv:${id}` : '';
}

const FIELD =
  /^(?:ADS Bibcode|arXiv|Cited By|CODEN|Citation Key|Correspondence Address|DOI|_?eprint|Export Date|ISBN|ISSN|Issue|Number|Place|PMC?ID|Pages?|Publisher|Section|Series|tex\.\w+|Type|Volume|ZSCC)\s?[:=]/i;

export function noteText({ note = '' }: CslItem): string {
  return note.length <= 200 && !FIELD.test(note) ? note : '';
}

export function ordinalOf(edition: string): string {
  if (!/^\d+$/.test(edition)) return edition;
  const number = Number(edition);
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${edition}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`;
}

/** Bounded: a field may be one long word, in which each letter would begin another search. */
const RANGE =
  /(?<![\p{L}\d])([A-Za-z]{0,9})(\d{1,12})\s{0,3}(?:-{1,3}|–)\s{0,3}([A-Za-z]{0,9})(\d{1,12})(?![\p{L}\d])/gu;

/** @param least the digits of the second number that stay, unless a thousand is left whole */
export function shortenRanges(
  pages: string,
  dash: '-' | '–',
  least: (from: string, to: string, changed: number) => number,
): string {
  return pages.replace(RANGE, (_, letters: string, from: string, toLetters: string, to: string) => {
    const isSame = letters === toLetters || toLetters === '';
    const changed = to.length - sharedDigits(from, to);
    const end = isSame ? to.slice(-least(from, to, changed)) : toLetters + to;
    return `${letters}${from}${dash}${end}`;
  });
}

function sharedDigits(from: string, to: string): number {
  if (from.length !== to.length) return 0;
  let same = 0;
  while (same < to.length - 1 && from[same] === to[same]) same++;
  return same;
}

export function familyName(name: CslName): string {
  const parts = [name['dropping-particle'], name['non-dropping-particle'], name.family];
  return parts.filter(Boolean).join(' ') || name.literal || name.given || '';
}

/** A person; lower-case words before the family name are its particle. */
export function personName(name: string, given: string, suffix: string): CslName {
  const [, particle = '', family = name] = /^((?:\p{Ll}[\p{L}’']*\s+)+)(\S.*)$/u.exec(name) ?? [];
  const parts = { family, given, 'non-dropping-particle': particle.trim(), suffix };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''));
}

/** Reads `van den Berg, Anna, Jr.`; without a comma, the name of an organization. */
export function parseInverted(name: string): CslName {
  const [last = '', given = '', suffix = ''] = name.split(',').map((part) => part.trim());
  return given === '' ? { literal: last } : personName(last, given, suffix);
}

export function invertedName(name: CslName): string {
  if (name.family === undefined) return familyName(name);
  return [familyName(name), name.given, name.suffix].filter(Boolean).join(', ');
}

/** `Jean-Paul K.` → `JPK`; initials that are written together stay: `Mei LK` → `MLK`. */
export function initials({ given = '', family = '' }: CslName): string {
  // Scripts without capitals have no initials.
  if (!/[\p{Lu}\p{Ll}]/u.test(given)) return given;
  // In capitals throughout, `YU` is a name and `HJ` is not.
  const isCapitals = family.length > 1 && family === family.toUpperCase();
  const together = isCapitals ? /^[^AEIOUY\P{Lu}]{2,4}$/u : /^(?:\p{Lu}{2,3}|[^AEIOUY\P{Lu}]{4})$/u;
  const parts = given.split(/[\s.-]+/).filter((part) => part !== '');
  return parts
    .map((part) => (together.test(part) ? part : ([...part][0] ?? '').toUpperCase()))
    .join('');
}

export function knownNames(all: readonly CslName[] = []) {
  const names = all.filter(({ literal }) => literal !== OTHERS);
  return { names, isPartial: names.length < all.length };
}

/** `Berg A, Vik B, editors` */
export function inRole(names: string, all: readonly CslName[] | undefined, role: string): string {
  return names && `${names}, ${role}${knownNames(all).names.length > 1 ? 's' : ''}`;
}

export function citedNames(csl: CslItem | undefined): string {
  const { names, isPartial } = knownNames(csl?.author ?? csl?.editor);
  const [first, second] = names.map(familyName);
  if (first === undefined) return '';
  if (second === undefined && !isPartial) return first;
  return names.length === 2 && !isPartial ? `${first} and ${second}` : `${first} et al.`;
}
