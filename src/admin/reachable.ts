import { useEffect, useEffectEvent } from 'react';

/** Calls back when the network is back. */
export function useReachable(act: () => void): void {
  const onReachable = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onReachable();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}
