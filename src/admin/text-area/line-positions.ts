import { revealOffset } from './caret-view.ts';
import { mirror } from './text-mirror.ts';

/**
 * The offsets of lines from the top of a text area's content, in pixels.
 *
 * @param text the text area's value; line breaks are LF
 * @param lines counted from 1, in ascending order
 */
export function linePositions(
  field: HTMLTextAreaElement,
  text: string,
  lines: readonly number[],
): number[] {
  const starts = lineStarts(text);
  const from = lines.map((line) => starts[line - 1] ?? text.length);
  const parts = [0, ...from].map((start, index) => {
    const part = document.createElement('div');
    part.textContent = text.slice(start, from[index] ?? text.length);
    return part;
  });
  return mirror(field, parts, () => parts.slice(1).map((part) => part.offsetTop));
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

/** Selects a range and scrolls its start into view, a third of the way down. */
function showRange(
  field: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  revealOffset(field, start, 'upper third');
}

/** @param line counted from 1 */
export function showLine(field: HTMLTextAreaElement, line: number): void {
  const start = lineStart(field.value, line);
  const end = field.value.indexOf('\n', start);
  showRange(field, { start, end: end === -1 ? field.value.length : end });
}
