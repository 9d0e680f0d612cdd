import { insertTextIntoField } from 'text-field-edit';
import { revealCaret } from '../../../admin/caret-view.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';

/** A range in UTF-16 code units, as a text area counts; an empty one is a caret. */
export type Range = { start: number; end: number };

/** A replacement of a range that is not yet applied, and the selection in the text after it. */
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

/** Whether a Markdown text ends within fenced code. */
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

/** Replaces the selection by a text, with the caret after it. */
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

/** Lines from which a text is inserted as one edit. */
const MANY_LINES = 20;

/**
 * Inserts many lines as one edit: of typed text Chromium makes one for each line, which takes seconds for an
 * article. Returns false where a browser cannot, and for a few lines.
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
