import { useEffect } from 'react';

const CONTROLS =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled';
const HEADINGS = 'h1, h2, h3';

type FocusOrigin = {
  element: HTMLElement;
  ancestors: Element[];
  rows: (Element | null | undefined)[];
  control: number;
  dialog: { element: HTMLDialogElement; opener: FocusOrigin | null } | null;
};

/**
 * When the focused element is removed or disabled, browsers focus the body, which sends keyboard
 * and screen reader to the top of the page. An element that was only disabled gets the focus back.
 * After a removal it goes to the same control of the next row, else to the nearest heading; after a
 * dialog, to the element focused before. A component that moves the focus itself, in a handler or a
 * layout effect, goes first.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let origin: FocusOrigin | null = null;
    const ended = new AbortController();
    const remember = ({ target }: FocusEvent) => {
      origin = target instanceof HTMLElement ? originOf(target, origin) : null;
    };
    const clear = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      // After a DOM change that may have taken the focus: an element that can still take it was left.
      queueMicrotask(() => {
        if (origin !== null && isLost() && canTakeFocus(origin.element)) origin = null;
      });
    };
    document.addEventListener('focusin', remember, { signal: ended.signal });
    document.addEventListener('focusout', clear, { signal: ended.signal });
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) origin = originOf(activeElement, null);
    const observer = new MutationObserver(() => {
      if (origin !== null && isLost()) successorOf(origin)?.focus({ preventScroll: true });
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
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

function originOf(element: HTMLElement, before: FocusOrigin | null): FocusOrigin | null {
  if (element === document.body) return null;
  const ancestors: Element[] = [];
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    ancestors.push(above);
  }
  const row = element.closest('li, tr');
  const dialog = element.closest('dialog');
  const opener = before?.dialog?.element === dialog ? before?.dialog?.opener : before;
  return {
    element,
    ancestors,
    dialog: dialog === null ? null : { element: dialog, opener: opener ?? null },
    rows: [row?.nextElementSibling, row?.previousElementSibling],
    control: [...(row?.querySelectorAll(CONTROLS) ?? [])].indexOf(element),
  };
}

/** The element to focus; null while a disabled element may be enabled again, or when there is none. */
function successorOf(origin: FocusOrigin): HTMLElement | null {
  const { element, ancestors, rows, control, dialog } = origin;
  const isClosed = dialog !== null && !(dialog.element.isConnected && dialog.element.open);
  if (isClosed && dialog.opener !== null) return successorOf(dialog.opener);
  if (element.isConnected) return canTakeFocus(element) ? element : null;
  const row = rows.find((each) => each?.isConnected);
  const controls = row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
  return controls[Math.min(control, controls.length - 1)] ?? headingNear(ancestors);
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
