import { type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

/** Formatting of whole lines and what stands in paragraphs of its own. */

/** A way to begin a line, and what it takes the place of. */
export type LineKind = {
  /** The beginning of the line with the number, from 0, among those that get one. */
  begin: (index: number) => string;
  /** The beginnings that are this kind's own. */
  own: RegExp;
  /** The beginnings that give way to it. */
  instead: RegExp;
};

const LIST = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+/;

export const HEADING: LineKind = {
  begin: () => '## ',
  own: /^##\s+/,
  instead: /^#{1,6}\s+/,
};
export const QUOTE: LineKind = { begin: () => '> ', own: /^>\s?/, instead: /^>\s?/ };
export const BULLETS: LineKind = { begin: () => '- ', own: /^\s*[-*+]\s+/, instead: LIST };
export const NUMBERS: LineKind = {
  begin: (index) => `${index + 1}. `,
  own: /^\s*\d{1,9}[.)]\s+/,
  instead: LIST,
};

/** Begins every selected line that has text in a way, or takes that away when all begin so. */
export function toggleLines(text: string, selection: Range, kind: LineKind): TextEdit {
  const region = wholeLines(text, selection);
  const lines = text.slice(region.start, region.end).split('\n');
  const isBlank = lines.every((line) => line.trim() === '');
  const meant = (line: string) => isBlank || line.trim() !== '';
  const isBegun = !isBlank && lines.every((line) => !meant(line) || kind.own.test(line));
  let index = 0;
  const written = lines
    .map((line) => {
      if (!meant(line)) return line;
      if (isBegun) return line.replace(kind.own, '');
      return kind.begin(index++) + line.replace(kind.instead, '');
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

/** Puts lines of their own before and after the selected ones. */
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

/** The line that a place is in; an empty one beyond the ends of the text. */
function lineAt(text: string, at: number): Range {
  return at < 0 || at > text.length
    ? { start: 0, end: 0 }
    : wholeLines(text, { start: at, end: at });
}

const FENCE = /^`{3,}/;

/** Makes the selected lines a block of code, or takes the fences around them away. */
export function toggleFence(text: string, selection: Range): TextEdit {
  const region = wholeLines(text, selection);
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
  return encloseLines(text, selection, { before: ticks, after: ticks });
}

/** Puts a block after the line of the selection, blank lines around it, and selects `part` of it. */
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

/** The line breaks that a text lacks at one of its ends before another paragraph can stand there. */
function missingBreaks(text: string, atEnd: RegExp): string {
  if (text === '') return '';
  const there = atEnd.exec(text)?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, 2 - there));
}

/** How a format refers to footnotes and writes them down. */
export type FootnoteForm = {
  /** Each number that is taken, as the first group. */
  taken: RegExp;
  reference: (number: number) => string;
  /** The note up to where its text begins, and what comes after that. */
  definition: (number: number) => [before: string, after: string];
  /** How the line of a definition begins. */
  defined: RegExp;
};

/** Refers to a new footnote after the selection; the caret goes to its place at the end of the text. */
export function addFootnote(text: string, { end: at }: Range, form: FootnoteForm): TextEdit {
  const numbers = [...text.matchAll(form.taken)].map(([, number]) => Number(number));
  const number = Math.max(0, ...numbers.filter(Number.isSafeInteger)) + 1;
  const reference = form.reference(number);
  const referred = text.slice(0, at) + reference + text.slice(at);
  const lastLine = referred.trimEnd().split('\n').at(-1) ?? '';
  const there = /\n*$/.exec(referred)?.[0].length ?? 0;
  // A note follows another one on the next line.
  const lead = '\n'.repeat(Math.max(0, (form.defined.test(lastLine) ? 1 : 2) - there));
  const [before, after] = form.definition(number);
  const caret = referred.length + lead.length + before.length;
  return {
    changes: [
      { start: at, end: at, text: reference },
      { start: text.length, end: text.length, text: lead + before + after },
    ],
    selection: { start: caret, end: caret },
  };
}
