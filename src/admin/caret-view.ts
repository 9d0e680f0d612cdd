/** The DOM does not expose where a text area's characters are: the text is laid out again in an element of the same style. */

/** The room between the caret's line and the edge of what is visible. */
const GAP_PX = 8;

export type Anchor = { top: number; bottom: number; left: number };

/** The copy must break lines where the text area does, so it has all of these. */
const COPIED = [
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'letterSpacing',
  'tabSize',
  'padding',
  'direction',
  'textAlign',
] as const;

function lineBoxAt(field: HTMLTextAreaElement, offset: number): Anchor {
  const copy = document.createElement('div');
  const style = getComputedStyle(field);
  copy.ariaHidden = 'true';
  copy.dir = field.dir;
  Object.assign(copy.style, Object.fromEntries(COPIED.map((name) => [name, style[name]])), {
    position: 'absolute',
    insetBlockStart: '0',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const mark = document.createElement('span');
  // Of no width, so that it breaks no line where the text area breaks none.
  mark.textContent = '\u{200B}';
  // The rest of the word decides where the line breaks.
  const word = /^\S*/.exec(field.value.slice(offset))?.[0] ?? '';
  copy.append(field.value.slice(0, offset), mark, word);
  field.after(copy);
  const { offsetTop: top, offsetHeight: height, offsetLeft: left } = mark;
  copy.remove();
  return { top, bottom: top + height, left };
}

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
    if (bottom > field.scrollTop && top < field.scrollTop + before) revealCaret(field);
  });
  observer.observe(field);
  return () => observer.disconnect();
}

function revealOffset(
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
  const line = anchorAt(field, offset);
  const visible = visibleBand();
  const below = Math.max(0, line.bottom - visible.bottom);
  const by = line.top < visible.top ? line.top - visible.top : below;
  if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' });
}

export function anchorAt(field: HTMLTextAreaElement, offset: number): Anchor {
  const { top, bottom, left } = lineBoxAt(field, offset);
  const box = field.getBoundingClientRect();
  const y = box.top + field.clientTop - field.scrollTop;
  return { top: y + top, bottom: y + bottom, left: box.left + field.clientLeft + left };
}

export function visibleBand(): Omit<Anchor, 'left'> {
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

/** @param line counted from 1 */
export function showLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  revealOffset(field, start, 'upper third');
}
