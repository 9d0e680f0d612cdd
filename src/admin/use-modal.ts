import { type RefObject, type SyntheticEvent, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Opens a modal dialog while it is rendered. A closing dialog restores the focus, but Chromium moves the
 * caret of a text field to its start: `close` restores the caret.
 *
 * @returns the dialog's ref, and `close`, which Escape must call, too (`onCancel`)
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
    // In a layout effect: a dialog that is removed while open does not restore the focus.
    return close;
  }, [close]);

  return { dialog, close };
}

function isTextField(element: Element | null): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

/**
 * For the submits and keys of a modal dialog. It is a portal, since forms cannot be nested, but React bubbles its events
 * to the component that opened it, which may be in a form.
 */
export function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}
