/**
 * How far from the top of a text area's content lines begin, in pixels. A text area does not tell, so
 * the text is laid out once more, out of sight, in an element of the same form.
 *
 * @param text what the text area held; line breaks are LF
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

/** Where the line of a number, from 1, begins in a text. */
export function lineStart(text: string, line: number): number {
  return lineStarts(text)[line - 1] ?? text.length;
}

/** Selects a part of the text and brings it into view. */
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

/** Selects a line of a number, from 1, and brings it into view. */
export function showLine(field: HTMLTextAreaElement, line: number): void {
  const start = lineStart(field.value, line);
  const end = field.value.indexOf('\n', start);
  showRange(field, { start, end: end === -1 ? field.value.length : end });
}
