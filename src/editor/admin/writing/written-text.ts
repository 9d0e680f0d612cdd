import { fieldText, storedText } from './line-endings.ts';

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
