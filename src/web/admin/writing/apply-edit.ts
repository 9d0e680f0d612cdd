import { insertTextIntoField } from 'text-field-edit';
import type { Range, TextEdit } from './text-edit.ts';

/** Does an edit as if it were typed, so that the browser's own undo takes it back. */
export function applyEdit(field: HTMLTextAreaElement, { changes, selection }: TextEdit): void {
  field.focus();
  for (const { start, end, text } of changes.toReversed()) {
    // Without either there is nothing to do, and the browser would delete a character.
    if (start === end && text === '') continue;
    field.setSelectionRange(start, end);
    insertTextIntoField(field, text);
  }
  field.setSelectionRange(selection.start, selection.end);
}

/** Puts a text in the place of the selection and the caret after it. */
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
