import { useRef, useState } from 'react';

/**
 * State whose latest value can be read at any time, also after an `await`.
 *
 * @returns the value of this rendering, its setter, and a getter of the latest value
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
