/**
 * The text of a post while it is edited. It is outside React, so that a key press renders nothing:
 * with a text of a hundred kilobytes the form would be too slow to type in.
 */
export type WrittenText = ReturnType<typeof createWrittenText>;

/** @param isReplaced the text was replaced, not typed */
type Listener = (isReplaced: boolean) => void;

/** @param initial the stored text */
export function createWrittenText(initial: string) {
  let filledWith = initial;
  let field = fieldText(initial);
  let stored: string | null = initial;
  const listeners = new Set<Listener>();

  function notify(isReplaced: boolean) {
    for (const listener of listeners) listener(isReplaced);
  }

  return {
    /** The text to store, with its line breaks preserved. */
    read: () => {
      stored ??= storedText(field, filledWith);
      return stored;
    },
    /** The text area's value. */
    inField: () => field,
    isBlank: () => field.trim() === '',
    /** Sets the text area's new value. */
    type: (value: string) => {
      if (value === field) return;
      field = value;
      stored = null;
      notify(false);
    },
    /** Replaces the text by a stored one. */
    replace: (text: string) => {
      filledWith = text;
      field = fieldText(text);
      stored = text;
      notify(true);
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** A text area normalizes line breaks to LF. A stored text may have others: unchanged lines keep theirs. */

/** A stored text with the line breaks of a text area. */
export function fieldText(stored: string): string {
  return stored.replace(/\r\n?/g, '\n');
}

/**
 * A text area's text with the line breaks to store.
 *
 * @param stored the text that the area was filled with: its unchanged start and end stay byte for byte,
 *   and new text between them gets its most frequent line break
 */
export function storedText(field: string, stored: string): string {
  if (!stored.includes('\r')) return field;
  const before = fieldText(stored);
  const longest = Math.min(field.length, before.length);
  let head = 0;
  while (head < longest && field[head] === before[head]) head++;
  let tail = 0;
  while (tail < longest - head && field.at(-1 - tail) === before.at(-1 - tail)) tail++;
  const lineBreak = mostFrequentBreak(stored);
  const written = field.slice(head, field.length - tail).replaceAll('\n', lineBreak);
  const text =
    stored.slice(0, storedOffset(stored, head)) +
    written +
    stored.slice(storedOffset(stored, before.length - tail));
  // A CR and an LF that become adjacent would be one line break.
  return fieldText(text) === field ? text : field.replaceAll('\n', lineBreak);
}

/** Converts an offset in a text area's text to one in the stored text. */
function storedOffset(stored: string, offset: number): number {
  let at = 0;
  for (let passed = 0; passed < offset; passed++) {
    at += stored.startsWith('\r\n', at) ? 2 : 1;
  }
  return at;
}

function mostFrequentBreak(stored: string): string {
  const counts = Map.groupBy(stored.match(/\r\n|\r|\n/g) ?? [], (found) => found);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? '\n';
}
