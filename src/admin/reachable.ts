import { useEffect, useEffectEvent } from 'react';

const listeners = new Set<() => void>();

/** Tells all who wait for it that the server answers again: the browser knows only its own network. */
export function noteReachable(): void {
  for (const listener of listeners) listener();
}

/** Calls back when the network is back or the server answers again. */
export function useReachable(act: () => void): void {
  const onReachable = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onReachable();
    listeners.add(listener);
    window.addEventListener('online', noteReachable);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('online', noteReachable);
    };
  }, []);
}
