import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Counts from the last change, so that a selection that grows with the pointer is read once. */
const DELAY_MS = 120;

/** Calls back at first, and after the caret or the selection of a text area has moved. */
export function useSelection(
  field: RefObject<HTMLTextAreaElement | null>,
  onChange: (field: HTMLTextAreaElement) => void,
): void {
  const read = useEffectEvent(() => {
    if (field.current !== null) onChange(field.current);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = () => {
      clearTimeout(timer);
      timer = setTimeout(() => read(), DELAY_MS);
    };
    listener();
    document.addEventListener('selectionchange', listener);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', listener);
    };
  }, []);
}
