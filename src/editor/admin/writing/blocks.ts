import { type Range, replace, type TextEdit, trimmed, wholeLines } from './text-edit.ts';

/** Formatting of whole lines and of blocks. */

/** A kind of line, marked by a prefix. */
type LineKind = {
  /** @param index of the line among the marked ones, from 0 */
  prefix: (index: number) => string;
  /** Matches this kind's own prefixes. */
  own: RegExp;
  /** Matches the prefixes that this kind replaces. */
  replaces: RegExp;
};

const LIST = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+/;

export function heading(level: 2 | 3): LineKind {
  const marks = '#'.repeat(level);
  return {
    prefix: () => `${marks} `,
    own: new RegExp(`^${marks}\\s+`),
    replaces: /^#{1,6}\s+/,
  };
}

export const QUOTE: LineKind = { prefix: () => '> ', own: /^>\s?/, replaces: /^>\s?/ };
export const BULLETS: LineKind = { prefix: () => '- ', own: /^\s*[-*+]\s+/, replaces: LIST };
export const NUMBERS: LineKind = {
  prefix: (index) => `${index + 1}. `,
  own: /^\s*\d{1,9}[.)]\s+/,
  replaces: LIST,
};

/** Adds the prefix to every selected line that has text; removes it when all of them have it. */
export function toggleLines(text: string, selection: Range, kind: LineKind): TextEdit {
  const region = wholeLines(text, selection);
  const lines = text.slice(region.start, region.end).split('\n');
  const isBlank = lines.every((line) => line.trim() === '');
  const isMarkable = (line: string) => isBlank || line.trim() !== '';
  const isMarked = !isBlank && lines.every((line) => !isMarkable(line) || kind.own.test(line));
  let index = 0;
  const written = lines
    .map((line) => {
      if (!isMarkable(line)) return line;
      if (isMarked) return line.replace(kind.own, '');
      return kind.prefix(index++) + line.replace(kind.replaces, '');
    })
    .join('\n');
  const grown = written.length - (region.end - region.start);
  const caret = Math.max(0, selection.start - region.start + grown);
  const isCaret = selection.start === selection.end;
  return replace(
    region,
    written,
    isCaret ? { start: caret, end: caret } : { start: 0, end: written.length },
  );
}

/** Encloses the selected lines, without blank lines at their ends, or removes the same enclosing lines. */
export function toggleEnclosed(
  text: string,
  selection: Range,
  [opening, closing]: readonly [string, string],
): TextEdit {
  const region = wholeLines(text, trimmed(text, selection));
  const inside = text.slice(region.start, region.end);
  // Longer than a fence within.
  const runs = [...inside.matchAll(/`{3,}/g)].map(([run]) => run.length - 2);
  const more = closing === '```' ? '`'.repeat(Math.max(0, ...runs)) : '';
  const [before, after] = [`${more}${opening}\n`, `\n${more}${closing}`];
  if (text.slice(0, region.start).endsWith(before) && text.startsWith(after, region.end)) {
    const outer = { start: region.start - before.length, end: region.end + after.length };
    return replace(outer, inside, { start: 0, end: inside.length });
  }
  const enclosed = { start: before.length, end: before.length + inside.length };
  return replace(region, before + inside + after, enclosed);
}

/**
 * Puts a block on lines of its own below the caret's, or over that if it is blank.
 *
 * @param part of it is selected; by default the caret is where the text goes on
 */
export function insertBlock(text: string, caret: number, block: string, part = ''): TextEdit {
  const { start, end } = wholeLines(text, { start: caret, end: caret });
  const isBlank = text.slice(start, end).trim() === '';
  const at = isBlank ? start : end;
  const after = text.slice(end);
  const lead = isBlank ? missingBreaks(text.slice(0, at), /\n*$/) : '\n\n';
  const isLast = after.trim() === '';
  const tail = isLast ? (part === '' ? '\n\n' : '') : missingBreaks(after, /^\n*/);
  const written = lead + block + tail;
  const from = lead.length + (part === '' ? block.length : block.indexOf(part));
  const selected =
    part === '' && isLast
      ? { start: written.length, end: written.length }
      : { start: from, end: from + part.length };
  return replace({ start: at, end: isLast && part === '' ? text.length : end }, written, selected);
}

/** A block as it has to be written between two texts, apart from their paragraphs. */
export function besideText(block: string, before: string, after: string): string {
  const tail = after.trim() === '' ? '' : missingBreaks(after, /^\n*/);
  return missingBreaks(before, /\n*$/) + block + tail;
}

/** The line breaks that an end of a text lacks to separate it from another paragraph. */
function missingBreaks(text: string, atEnd: RegExp): string {
  if (text === '') return '';
  const there = atEnd.exec(text)?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, 2 - there));
}

/** The lowest number above those of a text's footnotes. */
export function nextFootnoteNumber(text: string): number {
  const numbers = [...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  return numbers.filter(Number.isSafeInteger).reduce((a, b) => Math.max(a, b), 0) + 1;
}

/** Inserts a reference to a new footnote, and its definition, with the caret, at the end. */
export function addFootnote(text: string, at: number): TextEdit {
  const number = nextFootnoteNumber(text);
  const reference = `[^${number}]`;
  const referred = text.slice(0, at) + reference + text.slice(at);
  const lastLine = referred.trimEnd().split('\n').at(-1) ?? '';
  const there = /\n*$/.exec(referred)?.[0].length ?? 0;
  // Definitions are not separated by blank lines.
  const isBehindNote = /^\[\^[^\]]+\]:/.test(lastLine);
  const lead = '\n'.repeat(Math.max(0, (isBehindNote ? 1 : 2) - there));
  const definition = `${lead}[^${number}]: `;
  const caret = referred.length + definition.length;
  return {
    changes: [
      { start: at, end: at, text: reference },
      { start: text.length, end: text.length, text: definition },
    ],
    selection: { start: caret, end: caret },
  };
}
