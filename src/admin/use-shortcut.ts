import { useEffectEvent, useLayoutEffect } from 'react';

export function useShortcut(matches: (event: KeyboardEvent) => boolean, act: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!matches(event)) return;
    event.preventDefault();
    act();
  });
  // As soon as the page is seen: a key that is pressed at once must not be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

export function isSave(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';
}

export function isSearch(event: KeyboardEvent): boolean {
  const isTyping =
    event.target instanceof Element && event.target.matches('input, textarea, select');
  return event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
}
