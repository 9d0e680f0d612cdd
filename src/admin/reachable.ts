import { useEffect, useEffectEvent } from 'react';

export function useReachable(act: () => void): void {
  const onReachable = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onReachable();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
}
