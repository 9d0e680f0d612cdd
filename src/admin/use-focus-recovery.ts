import { useEffect } from 'react';

const CONTROLS =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled';
const HEADINGS = 'h1, h2, h3';

/** The focused element and its surroundings, to find an element near it once it is removed. */
type FocusOrigin = {
  element: HTMLElement;
  /** The elements from the parent up to the body. */
  ancestors: Element[];
  /** The index of the row in its list, and of the control within the row. */
  row: { list: Element; index: number; control: number } | null;
};

/**
 * Recovers a lost focus. When the focused element is removed or disabled, browsers focus the body, which
 * sends keyboard and screen reader to the top of the page. An element that was only disabled gets the
 * focus back. After a removal it goes to the same control of the next row of the list, else to the nearest
 * heading. A component that moves the focus itself, in a handler or a layout effect, goes first.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let origin = originOf(document.activeElement);
    const ended = new AbortController();
    const remember = ({ target }: FocusEvent) => {
      origin = originOf(target);
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

function originOf(element: EventTarget | null): FocusOrigin | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const ancestors: Element[] = [];
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    ancestors.push(parent);
  }
  const row = element.closest('li, tr');
  const list = row?.parentElement;
  if (!row || !list) return { element, ancestors, row: null };
  const index = [...list.children].indexOf(row);
  const control = [...row.querySelectorAll(CONTROLS)].indexOf(element);
  return { element, ancestors, row: { list, index, control } };
}

/** The element to focus; null while a disabled element may be enabled again, or when there is none. */
function successorOf({ element, ancestors, row }: FocusOrigin): HTMLElement | null {
  if (element.isConnected) return canTakeFocus(element) ? element : null;
  // The same control of the row at a removed row's index, or of the last row.
  const rows = row?.list.isConnected ? [...row.list.children] : [];
  const next = rows[Math.min(row?.index ?? 0, rows.length - 1)];
  const controls = [...(next?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  const control = controls[Math.max(0, Math.min(row?.control ?? 0, controls.length - 1))];
  if (control !== undefined) return control;
  const around = ancestors.filter(({ isConnected }) => isConnected);
  const [heading = null] = around.flatMap(
    (ancestor) => ancestor.querySelector<HTMLElement>(HEADINGS) ?? [],
  );
  if (heading !== null && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}
