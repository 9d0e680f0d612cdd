import { useRef, useState } from 'react';

/**
 * State that can be read at once and at any time, also after an `await`, as it is then.
 *
 * @returns the value of this rendering, what replaces it, and what reads it as it is now
 */
export function useLive<T>(initial: T): [T, (next: T) => void, () => T] {
  const [value, setValue] = useState(initial);
  const live = useRef(value);
  const set = (next: T) => {
    live.current = next;
    setValue(next);
  };
  return [value, set, () => live.current];
}
