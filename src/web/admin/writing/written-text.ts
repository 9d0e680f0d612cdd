import { fieldText, storedText } from './line-endings.ts';

/**
 * The text of a post while it is written. It lives outside React, so that a key that is pressed renders
 * nothing: a text of a hundred kilobytes would make the form too slow to type in.
 */
export type WrittenText = ReturnType<typeof createWrittenText>;

/** @param isReplaced whether another text has come in its place, instead of being typed */
type Listener = (isReplaced: boolean) => void;

/** @param initial as it is stored */
export function createWrittenText(initial: string) {
  let filledWith = initial;
  let field = fieldText(initial);
  let stored: string | null = initial;
  const listeners = new Set<Listener>();

  function tell(isReplaced: boolean) {
    for (const listener of listeners) listener(isReplaced);
  }

  return {
    /** As it is to be stored, each line break as it was. */
    read: () => {
      stored ??= storedText(field, filledWith);
      return stored;
    },
    /** As the text area holds it. */
    inField: () => field,
    isBlank: () => field.trim() === '',
    /** Takes what the text area holds. */
    type: (value: string) => {
      if (value === field) return;
      field = value;
      stored = null;
      tell(false);
    },
    /** Puts another text, as it is stored, in the place of this one. */
    replace: (text: string) => {
      filledWith = text;
      field = fieldText(text);
      stored = text;
      tell(true);
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
