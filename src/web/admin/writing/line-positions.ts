/**
 * The offsets of lines from the top of a text area's content, in pixels. The DOM does not expose them, so
 * a hidden element of the same style lays the text out again.
 *
 * @param text the text area's value; line breaks are LF
 * @param lines counted from 1, in ascending order
 */
export function linePositions(
  field: HTMLTextAreaElement,
  text: string,
  lines: readonly number[],
): number[] {
  const mirror = document.createElement('div');
  const borders = field.offsetWidth - field.clientWidth;
  mirror.className = field.className;
  mirror.ariaHidden = 'true';
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    borderWidth: '0',
    width: `${field.offsetWidth - borders}px`,
    height: 'auto',
    minHeight: '0',
    maxHeight: 'none',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  const starts = lineStarts(text);
  const from = lines.map((line) => starts[line - 1] ?? text.length);
  const parts = [0, ...from].map((start, index) => {
    const part = document.createElement('div');
    part.textContent = text.slice(start, from[index] ?? text.length);
    return part;
  });
  mirror.append(...parts);
  field.after(mirror);
  const positions = parts.slice(1).map((part) => part.offsetTop);
  mirror.remove();
  return positions;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** @param line counted from 1 */
export function lineStart(text: string, line: number): number {
  return lineStarts(text)[line - 1] ?? text.length;
}

/** Selects a range and scrolls it into view. */
export function showRange(
  field: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
): void {
  field.focus();
  field.setSelectionRange(start, end);
  const line = field.value.slice(0, start).split('\n').length;
  const [top = 0] = linePositions(field, field.value, [line]);
  field.scrollTop = top - field.clientHeight / 3;
}

/** @param line counted from 1 */
export function showLine(field: HTMLTextAreaElement, line: number): void {
  const start = lineStart(field.value, line);
  const end = field.value.indexOf('\n', start);
  showRange(field, { start, end: end === -1 ? field.value.length : end });
}
