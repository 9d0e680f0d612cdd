import { insertTextIntoField } from 'text-field-edit';
import { revealCaret } from '../../../admin/caret-view.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import type { Range, TextEdit } from './text-edit.ts';

/** Lines from which a text is inserted as one edit. */
const MANY_LINES = 20;

/** Applies an edit as typed input, so that the browser's undo reverts it. */
export function applyEdit(field: HTMLTextAreaElement, { changes, selection }: TextEdit): void {
  field.focus();
  for (const { start, end, text } of changes.toReversed()) {
    // Inserting nothing at a caret would delete a character.
    if (start === end && text === '') continue;
    field.setSelectionRange(start, end);
    if (!insertLines(field, text)) insertTextIntoField(field, text);
  }
  field.setSelectionRange(selection.start, selection.end);
  revealCaret(field);
}

/** Replaces the selection by a text, with the caret after it. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { start, end } = selectionOf(field);
  const caret = start + text.length;
  applyEdit(field, {
    changes: [{ start, end, text }],
    selection: { start: caret, end: caret },
  });
}

export function selectionOf(field: HTMLTextAreaElement): Range {
  return { start: field.selectionStart, end: field.selectionEnd };
}

/**
 * Inserts many lines as one edit: of typed text Chromium makes one for each line, which takes seconds for an
 * article. Returns false where a browser cannot, and for a few lines.
 */
function insertLines(field: HTMLTextAreaElement, text: string): boolean {
  if (text.split('\n').length < MANY_LINES) return false;
  const { value } = field;
  const { start, end } = selectionOf(field);
  const markup = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  document.execCommand('insertHTML', false, trustedHtml(markup));
  if (field.value === value.slice(0, start) + text + value.slice(end)) return true;
  if (field.value !== value) document.execCommand('undo');
  field.setSelectionRange(start, end);
  return false;
}
