import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Opens a dialog over the page for as long as it is rendered. When a dialog closes, the browser gives
 * the focus back, but Chromium puts the caret of a text field at its beginning: this keeps it in place.
 *
 * @returns the dialog's ref, and what closes it; Escape must end there, too (`onCancel`)
 */
export function useModal(): { dialog: RefObject<HTMLDialogElement | null>; close: () => void } {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);

  const close = useCallback(() => {
    if (!dialog.current?.open) return;
    const field = isTextField(opener.current) ? opener.current : null;
    const { selectionStart = null, selectionEnd = null } = field ?? {};
    dialog.current.close();
    if (selectionStart !== null) field?.setSelectionRange(selectionStart, selectionEnd);
  }, []);

  useLayoutEffect(() => {
    opener.current = document.activeElement;
    dialog.current?.showModal();
    // Before it leaves the document: a dialog that is removed gives no focus back.
    return close;
  }, [close]);

  return { dialog, close };
}

function isTextField(element: Element | null): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}
