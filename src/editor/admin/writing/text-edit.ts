import { insertTextIntoField } from 'text-field-edit';
import { revealCaret } from '../../../admin/caret-view.ts';
import { parseCitation } from '../../../science/references/markdown-citations.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';

/** A range in UTF-16 code units, as a text area counts; an empty one is a caret. */
export type Range = { start: number; end: number };

export type TextEdit = Range & { text: string; selection: Range };

export function edited(text: string, edit: TextEdit): string {
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** @param selected within the replacement, relative to its start; by default the caret behind it */
export function replace(
  { start, end }: Range,
  text: string,
  selected: Range = { start: text.length, end: text.length },
): TextEdit {
  const selection = { start: start + selected.start, end: start + selected.end };
  return { start, end, text, selection };
}

/** The range without outer white space; a caret when there is nothing else. */
export function trimmed(text: string, { start, end }: Range): Range {
  const inside = text.slice(start, end);
  const lead = inside.length - inside.trimStart().length;
  return inside.trim() === ''
    ? { start, end: start }
    : { start: start + lead, end: start + lead + inside.trim().length };
}

/** The lines that a range touches, without the last line break. */
export function wholeLines(text: string, { start, end }: Range): Range {
  // A selection of whole lines ends at the start of the next one, which does not count.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const lineEnd = text.indexOf('\n', last);
  return {
    start: start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1,
    end: lineEnd === -1 ? text.length : lineEnd,
  };
}

export function isInCode(before: string): boolean {
  let fence = '';
  for (const line of before.split('\n')) {
    const [, marks = '', info = ''] =
      /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === '') fence = marks.startsWith('`') && info.includes('`') ? '' : marks;
    else if (marks.startsWith(fence) && info.trim() === '') fence = '';
  }
  return fence !== '';
}

export function selectionOf(field: HTMLTextAreaElement): Range {
  return { start: field.selectionStart, end: field.selectionEnd };
}

export function insertText(field: HTMLTextAreaElement, text: string): void {
  applyEdit(field, replace(selectionOf(field), text));
}

/** Applies an edit as typed input, so that the browser's undo reverts it. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  const { start, end, text, selection } = edit;
  field.focus();
  // Inserting nothing at a caret would delete a character.
  if (start !== end || text !== '') {
    field.setSelectionRange(start, end);
    if (!insertLines(field, edit)) insertTextIntoField(field, text);
  }
  field.setSelectionRange(selection.start, selection.end);
  revealCaret(field);
}

const MANY_LINES = 20;

/**
 * Of typed text Chromium makes an edit of each line, which takes seconds for an article. Returns
 * false where a browser cannot, and for a few lines.
 */
function insertLines(field: HTMLTextAreaElement, edit: TextEdit): boolean {
  if (edit.text.split('\n').length < MANY_LINES) return false;
  const { value } = field;
  const markup = edit.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  document.execCommand('insertHTML', false, trustedHtml(markup));
  if (field.value === edited(value, edit)) return true;
  if (field.value !== value) document.execCommand('undo');
  field.setSelectionRange(edit.start, edit.end);
  return false;
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
  const selected: Range | undefined =
    part === '' && isLast ? undefined : { start: from, end: from + part.length };
  return replace({ start: at, end: isLast && part === '' ? text.length : end }, written, selected);
}

/** Puts a block in the place of the selection, apart from the paragraphs around it. */
export function insertBeside(field: HTMLTextAreaElement, block: string): void {
  const { start, end } = selectionOf(field);
  const after = field.value.slice(end);
  const tail = after.trim() === '' ? '' : missingBreaks(after, /^\n*/);
  insertText(field, missingBreaks(field.value.slice(0, start), /\n*$/) + block + tail);
}

/** The line breaks that an end of a text lacks to separate it from another paragraph. */
function missingBreaks(text: string, atEnd: RegExp): string {
  if (text === '') return '';
  const there = atEnd.exec(text)?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, 2 - there));
}

export function nextFootnoteNumber(text: string): number {
  const numbers = [...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  return numbers.filter(Number.isSafeInteger).reduce((a, b) => Math.max(a, b), 0) + 1;
}

/**
 * Cites references behind the selection: in the citation that the caret is in or behind, without repeating what that
 * one cites, else in one of their own.
 *
 * @param locator the place within the works, as `p. 3`
 */
export function cite(
  text: string,
  { end: caret }: Range,
  keys: readonly string[],
  locator: string,
): TextEdit {
  // Brackets, semicolons and at signs would end it, a backslash or backtick makes it text.
  const place = locator
    .replace(/[[\]@;<>`\\]+/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const items = keys.map((key) => (place === '' ? `@${key}` : `@${key}, ${place}`));
  const around = citationAt(text, caret);
  if (around !== null) {
    const cited = text.slice(around.start + 1, around.end - 1).split(';');
    const added = items.filter((item) => !cited.some((each) => each.trim() === item));
    const addition = `${added.map((item) => `; ${item}`).join('')}]`;
    return replace({ start: around.end - 1, end: around.end }, addition);
  }
  const space = /(?:^|[\s([{])$/.test(text.slice(0, caret)) ? '' : ' ';
  return replace({ start: caret, end: caret }, `${space}[${items.join('; ')}]`);
}

function citationAt(text: string, caret: number): Range | null {
  const line = wholeLines(text, { start: caret, end: caret });
  for (const { 0: group, index } of text
    .slice(line.start, line.end)
    .matchAll(/\[[^[\]]*@[^[\]]*\]/g)) {
    const start = line.start + index;
    const end = start + group.length;
    if (caret > start && caret <= end && parseCitation(group) !== null) return { start, end };
  }
  return null;
}
