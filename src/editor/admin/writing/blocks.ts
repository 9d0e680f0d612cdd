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

export type HeadingLevel = 2 | 3 | 4;

export function heading(level: HeadingLevel): LineKind {
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

/** Adds a line before and a line after the selected ones. */
export function encloseLines(
  text: string,
  selection: Range,
  { before, after }: { before: string; after: string },
): TextEdit {
  const region = wholeLines(text, selection);
  const inside = text.slice(region.start, region.end);
  const start = before.length + 1;
  return replace(region, `${before}\n${inside}\n${after}`, {
    start,
    end: start + inside.length,
  });
}

/** The line at an offset; an empty range outside the text. */
function lineAt(text: string, at: number): Range {
  return at < 0 || at > text.length
    ? { start: 0, end: 0 }
    : wholeLines(text, { start: at, end: at });
}

const FENCE = /^`{3,}/;

/** Fences the selected lines as code, without blank lines at their ends, or removes the fences around them. */
export function toggleFence(text: string, selection: Range): TextEdit {
  const region = wholeLines(text, trimmed(text, selection));
  const inside = text.slice(region.start, region.end);
  const above = lineAt(text, region.start - 1);
  const below = lineAt(text, region.end + 1);
  const [fence] = FENCE.exec(text.slice(above.start, above.end)) ?? [];
  if (fence !== undefined && text.slice(below.start, below.end) === fence) {
    const unfenced = { start: 0, end: inside.length };
    return replace({ start: above.start, end: below.end }, inside, unfenced);
  }
  const longest = Math.max(2, ...[...inside.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return encloseLines(text, region, { before: ticks, after: ticks });
}

/** Inserts a block after the selection's line, with blank lines around it, and selects `part` of it. */
export function insertBlock(text: string, selection: Range, block: string, part: string): TextEdit {
  const { start, end } = wholeLines(text, { start: selection.end, end: selection.end });
  const isOnBlankLine = text.slice(start, end).trim() === '';
  const at = isOnBlankLine ? start : end;
  const [before, after] = [text.slice(0, at), text.slice(end)];
  const lead = isOnBlankLine ? missingBreaks(before, /\n*$/) : '\n\n';
  const tail = after.trim() === '' ? '' : missingBreaks(after, /^\n*/);
  const from = lead.length + block.indexOf(part);
  return replace({ start: at, end }, lead + block + tail, {
    start: from,
    end: from + part.length,
  });
}

/** The line breaks that an end of a text lacks to separate it from another paragraph. */
export function missingBreaks(text: string, atEnd: RegExp): string {
  if (text === '') return '';
  const there = atEnd.exec(text)?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, 2 - there));
}

/** The syntax of footnotes in a format. */
export type FootnoteSyntax = {
  /** Matches each used number, as the first group. */
  taken: RegExp;
  reference: (number: number) => string;
  /** The definition before and after the note's text. */
  definition: (number: number) => [before: string, after: string];
  /** Matches the start of a definition's line. */
  definitionStart: RegExp;
};

export function nextFootnote(text: string, { taken }: FootnoteSyntax): number {
  const numbers = [...text.matchAll(taken)].map(([, number]) => Number(number));
  return numbers.filter(Number.isSafeInteger).reduce((a, b) => Math.max(a, b), 0) + 1;
}

/** Inserts a reference to a new footnote after the selection, and its definition, with the caret, at the end. */
export function addFootnote(text: string, { end: at }: Range, syntax: FootnoteSyntax): TextEdit {
  const number = nextFootnote(text, syntax);
  const reference = syntax.reference(number);
  const referred = text.slice(0, at) + reference + text.slice(at);
  const lastLine = referred.trimEnd().split('\n').at(-1) ?? '';
  const there = /\n*$/.exec(referred)?.[0].length ?? 0;
  // Definitions are not separated by blank lines.
  const lead = '\n'.repeat(Math.max(0, (syntax.definitionStart.test(lastLine) ? 1 : 2) - there));
  const [before, after] = syntax.definition(number);
  const caret = referred.length + lead.length + before.length;
  return {
    changes: [
      { start: at, end: at, text: reference },
      { start: text.length, end: text.length, text: lead + before + after },
    ],
    selection: { start: caret, end: caret },
  };
}
