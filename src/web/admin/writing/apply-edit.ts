import { insertTextIntoField } from 'text-field-edit';
import type { Range, TextEdit } from './text-edit.ts';

/** Applies an edit as typed input, so that the browser's undo reverts it. */
export function applyEdit(field: HTMLTextAreaElement, { changes, selection }: TextEdit): void {
  field.focus();
  for (const { start, end, text } of changes.toReversed()) {
    // Inserting nothing at a caret would delete a character.
    if (start === end && text === '') continue;
    field.setSelectionRange(start, end);
    insertTextIntoField(field, text);
  }
  field.setSelectionRange(selection.start, selection.end);
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
