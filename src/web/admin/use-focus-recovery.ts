import { useEffect } from 'react';

const CONTROLS =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled';
const HEADINGS = 'h1, h2, h3';

/** Where the focus is, so that a place near it can be found once the element is gone. */
type Place = {
  element: HTMLElement;
  /** From the parent up to the body. */
  ancestors: Element[];
  /** Of an element in a list: which row it is in, and which control of that row it is. */
  row: { list: Element; index: number; control: number } | null;
  /** Of an element in a dialog: the dialog, and where the focus was before it opened. */
  dialog: { element: HTMLDialogElement; opener: Place | null } | null;
};

/**
 * Keeps the keyboard's place. A browser gives the focus to the body when the focused element is removed
 * or disabled, which leads the keyboard and the reading voice back to the top of the page. Here an
 * element that was only disabled gets the focus back. Instead of a removed one, the same control of the
 * next row of its list gets it, else the nearest heading; after a dialog, what had it before. A
 * component that moves the focus itself, in the handler or in a layout effect, goes first.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let place: Place | null = null;
    const ended = new AbortController();
    const remember = ({ target }: FocusEvent) => {
      place = target instanceof HTMLElement ? placeOf(target, place) : null;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      // After the change that took the focus, if one did: else the person has left the element.
      queueMicrotask(() => {
        if (place !== null && isLost() && canTakeFocus(place.element)) place = null;
      });
    };
    document.addEventListener('focusin', remember, { signal: ended.signal });
    document.addEventListener('focusout', forget, { signal: ended.signal });
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) place = placeOf(activeElement, null);
    const observer = new MutationObserver(() => {
      if (place !== null && isLost()) successorOf(place)?.focus({ preventScroll: true });
    });
    observer.observe(document.body, {
      ...{ subtree: true, childList: true, attributes: true },
      attributeFilter: ['disabled', 'inert'],
    });
    return () => {
      ended.abort();
      observer.disconnect();
    };
  }, []);
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canTakeFocus(element: HTMLElement): boolean {
  return (
    element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null
  );
}

function placeOf(element: HTMLElement, before: Place | null): Place | null {
  if (element === document.body) return null;
  const ancestors: Element[] = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    ancestors.push(each);
  }
  const row = element.closest('li, tr');
  const list = row?.parentElement ?? null;
  const dialog = element.closest('dialog');
  const opener = before?.dialog?.element === dialog ? before?.dialog?.opener : before;
  return {
    element,
    ancestors,
    dialog: dialog === null ? null : { element: dialog, opener: opener ?? null },
    row:
      row === null || list === null
        ? null
        : {
            list,
            index: [...list.children].indexOf(row),
            control: [...row.querySelectorAll(CONTROLS)].indexOf(element),
          },
  };
}

/** What the focus goes to; null while the element may come back, or where there is nothing. */
function successorOf({ element, ancestors, row, dialog }: Place): HTMLElement | null {
  const isClosed = dialog !== null && !(dialog.element.isConnected && dialog.element.open);
  if (isClosed && dialog.opener !== null) return successorOf(dialog.opener);
  if (element.isConnected) return canTakeFocus(element) ? element : null;
  return controlAt(row) ?? headingNear(ancestors);
}

/** The same control of the row that is now in a removed row's place, or of the last one. */
function controlAt(row: Place['row']): HTMLElement | null {
  if (row === null || !row.list.isConnected) return null;
  const { children } = row.list;
  const next = children.item(Math.min(row.index, children.length - 1));
  const controls = next?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
  return controls[Math.max(0, Math.min(row.control, controls.length - 1))] ?? null;
}

function headingNear(ancestors: readonly Element[]): HTMLElement | null {
  for (const ancestor of ancestors) {
    const heading = ancestor.isConnected ? ancestor.querySelector<HTMLElement>(HEADINGS) : null;
    if (heading === null) continue;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    return heading;
  }
  return null;
}
