import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The present, twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
