import { mirror } from './text-mirror.ts';

/** The room between the caret's line and the edge of what is visible. */
const GAP_PX = 8;

/** A line of the text area's content, from its top, in pixels. */
type LineBox = { top: number; bottom: number };

/** The visual line that holds a character, and where in it the character is, from the left of the content. */
function lineBoxAt(field: HTMLTextAreaElement, offset: number): LineBox & { left: number } {
  const mark = document.createElement('span');
  // Of no width, so that it breaks no line where the text area breaks none.
  mark.textContent = '\u{200B}';
  const before = document.createTextNode(field.value.slice(0, offset));
  // The rest of the word decides where the line breaks.
  const after = document.createTextNode(/^\S*/.exec(field.value.slice(offset))?.[0] ?? '');
  return mirror(field, [before, mark, after], () => {
    const { offsetTop: top, offsetHeight: height, offsetLeft: left } = mark;
    return { top, bottom: top + height, left };
  });
}

/** The caret, or the end of the selection that moves. */
function caretOf({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement) {
  return selectionDirection === 'backward' ? selectionStart : selectionEnd;
}

/** Scrolls the caret's line into view. Browsers do so for typing, not for a text area that becomes smaller. */
export function revealCaret(field: HTMLTextAreaElement): void {
  revealOffset(field, caretOf(field), 'nearest');
}

/**
 * Reveals the caret's line again whenever what stands beside the text area makes it smaller, like findings.
 *
 * @returns ends it
 */
export function keepCaretVisible(field: HTMLTextAreaElement): () => void {
  let height = field.clientHeight;
  const observer = new ResizeObserver(() => {
    const before = height;
    height = field.clientHeight;
    if (height >= before || !field.matches(':focus')) return;
    const { top, bottom } = lineBoxAt(field, caretOf(field));
    // Who has scrolled away from the caret, to read, stays there.
    const wasVisible = bottom > field.scrollTop && top < field.scrollTop + before;
    if (wasVisible) revealCaret(field);
  });
  observer.observe(field);
  return () => observer.disconnect();
}

/** Scrolls the line of a character into view: within the text area, and with it out from under page bars. */
export function revealOffset(
  field: HTMLTextAreaElement,
  offset: number,
  block: 'nearest' | 'upper third',
): void {
  const { top, bottom } = lineBoxAt(field, offset);
  if (block === 'upper third') field.scrollTop = top - field.clientHeight / 3;
  else if (top < field.scrollTop + GAP_PX) field.scrollTop = top - GAP_PX;
  else if (bottom > field.scrollTop + field.clientHeight - GAP_PX) {
    field.scrollTop = bottom + GAP_PX - field.clientHeight;
  }
  // The page below does not scroll.
  if (field.closest('[data-full-page]') !== null) return;
  const origin = field.getBoundingClientRect().top + field.clientTop - field.scrollTop;
  const visible = visibleBand();
  const above = visible.top - (origin + top);
  const below = origin + bottom - visible.bottom;
  if (above > 0) window.scrollBy({ top: -above, behavior: 'instant' });
  else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' });
}

/** A place in the window to put something beside: a line, and where in it. */
export type Anchor = LineBox & { left: number };

/** Where a character is in the window. */
export function anchorAt(field: HTMLTextAreaElement, offset: number): Anchor {
  const { top, bottom, left } = lineBoxAt(field, offset);
  const box = field.getBoundingClientRect();
  const y = box.top + field.clientTop - field.scrollTop;
  return { top: y + top, bottom: y + bottom, left: box.left + field.clientLeft + left };
}

/** What of the layout viewport neither a phone's keyboard nor the page's own bars cover. */
export function visibleBand(): LineBox {
  const style = getComputedStyle(document.documentElement);
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return {
    top: Math.max(offsetTop, Number.parseFloat(style.scrollPaddingTop) || 0),
    bottom: Math.min(
      offsetTop + height,
      window.innerHeight - (Number.parseFloat(style.scrollPaddingBottom) || 0),
    ),
  };
}

/**
 * Remembers what the writer looks at in a text area: the caret's line if it is visible, else the middle.
 *
 * @returns scrolls it to where it was, once the text area has another size
 */
export function keepInPlace(field: HTMLTextAreaElement): () => void {
  const { scrollTop, clientHeight, scrollHeight } = field;
  const caret = caretOf(field);
  const { top, bottom } = lineBoxAt(field, caret);
  const isVisible = top >= scrollTop && bottom <= scrollTop + clientHeight;
  const share = (scrollTop + clientHeight / 2) / scrollHeight;
  return () => {
    if (!isVisible) {
      field.scrollTop = share * field.scrollHeight - field.clientHeight / 2;
      return;
    }
    // What was not scrolled starts at its top, whatever its padding.
    field.scrollTop = scrollTop === 0 ? 0 : lineBoxAt(field, caret).top - (top - scrollTop);
    revealCaret(field);
  };
}
