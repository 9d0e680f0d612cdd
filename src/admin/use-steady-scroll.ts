import { type RefObject, useEffect } from 'react';

/**
 * Scrolls along when an element changes its height while the focus is behind it, so that what has the focus stays under
 * the pointer: a click whose press and release meet different elements is lost. Scroll anchoring of browsers does so
 * only for what is above the window.
 */
export function useSteadyScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    let height = observed.offsetHeight;
    // Observers run after the layout and before the paint, so that nothing is seen to move.
    const observer = new ResizeObserver(() => {
      const change = observed.offsetHeight - height;
      height += change;
      if (isBehind(observed, document.activeElement)) {
        window.scrollBy({ top: change, behavior: 'instant' });
      }
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
}

/** Not where the focus is above the page: in a dialog or a popup. */
function isBehind(element: Element, other: Element | null): boolean {
  if (other === null || other.closest('dialog, [popover]') !== null) return false;
  const position = element.compareDocumentPosition(other);
  const { DOCUMENT_POSITION_FOLLOWING, DOCUMENT_POSITION_CONTAINED_BY } = Node;
  return (
    (position & (DOCUMENT_POSITION_FOLLOWING | DOCUMENT_POSITION_CONTAINED_BY)) ===
    DOCUMENT_POSITION_FOLLOWING
  );
}
