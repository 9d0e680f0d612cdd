/**
 * A text area knows one line break alone, LF, whatever is put into it. What is stored may have others,
 * and keeps them: a line that nobody has touched is given back as it was.
 */

/** A stored text as a text area holds it. */
export function fieldText(stored: string): string {
  return stored.replace(/\r\n?/g, '\n');
}

/**
 * What is to be stored of a text area's text.
 *
 * @param stored what the text area was filled with: beginning and end, as far as they are untouched,
 *   are given back byte for byte, and what is new between them has the line break that it has most
 */
export function storedText(field: string, stored: string): string {
  if (!stored.includes('\r')) return field;
  const before = fieldText(stored);
  const longest = Math.min(field.length, before.length);
  let head = 0;
  while (head < longest && field[head] === before[head]) head++;
  let tail = 0;
  while (tail < longest - head && field.at(-1 - tail) === before.at(-1 - tail)) tail++;
  const lineBreak = usualBreak(stored);
  const written = field.slice(head, field.length - tail).replaceAll('\n', lineBreak);
  const text =
    stored.slice(0, storedOffset(stored, head)) +
    written +
    stored.slice(storedOffset(stored, before.length - tail));
  // A CR and an LF that come to stand side by side would be one line break.
  return fieldText(text) === field ? text : field.replaceAll('\n', lineBreak);
}

/** Where a place in a text area's text is in the stored one. */
function storedOffset(stored: string, offset: number): number {
  let at = 0;
  for (let passed = 0; passed < offset; passed++) {
    at += stored.startsWith('\r\n', at) ? 2 : 1;
  }
  return at;
}

function usualBreak(stored: string): string {
  const counts = Map.groupBy(stored.match(/\r\n|\r|\n/g) ?? [], (found) => found);
  const [usual] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return usual?.[0] ?? '\n';
}
