import { useEffect, useRef, useState } from 'react';

const TICK_MS = 30_000;

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}

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
