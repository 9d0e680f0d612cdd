import { type KeyboardEvent, useRef } from 'react';
import { applyEdit, selectionOf } from './apply-edit.ts';
import { continueList, moveItems } from './list-edits.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Enter, Tab and Shift+Tab in the list items of a Markdown text. After Escape, Tab leaves the field from anywhere
 * (WCAG 2.1.2).
 *
 * @returns a handler, which tells whether it has handled the key
 */
export function useListKeys(): (event: KeyboardEvent<HTMLTextAreaElement>) => boolean {
  const isLeaving = useRef(false);

  return (event) => {
    const wasLeaving = isLeaving.current;
    isLeaving.current = event.key === 'Escape' || (wasLeaving && event.key === 'Shift');
    if (wasLeaving && event.key === 'Tab') return false;
    const edit = editOf(event);
    if (edit === null) return false;
    event.preventDefault();
    applyEdit(event.currentTarget, edit);
    return true;
  };
}

function editOf(event: KeyboardEvent<HTMLTextAreaElement>): TextEdit | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  if (nativeEvent.isComposing || ctrlKey || metaKey || altKey) return null;
  const { value } = currentTarget;
  const selection = selectionOf(currentTarget);
  if (key === 'Enter' && !shiftKey) return continueList(value, selection);
  return key === 'Tab' ? moveItems(value, selection, shiftKey ? 'out' : 'in') : null;
}
