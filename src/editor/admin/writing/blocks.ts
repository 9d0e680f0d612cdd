import { type Range, replace, type TextEdit, wholeLines } from './text-edit.ts';

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
  const selected: Range | undefined =
    part === '' && isLast ? undefined : { start: from, end: from + part.length };
  return replace({ start: at, end: isLast && part === '' ? text.length : end }, written, selected);
}

/** A block as it has to be written at a selection, apart from the paragraphs around it. */
export function besideText(block: string, text: string, { start, end }: Range): string {
  const after = text.slice(end);
  const tail = after.trim() === '' ? '' : missingBreaks(after, /^\n*/);
  return missingBreaks(text.slice(0, start), /\n*$/) + block + tail;
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
