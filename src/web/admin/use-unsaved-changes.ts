import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

const QUESTION = 'You have unsaved changes. Leave without saving them?';

/**
 * Asks before a page with unsaved changes is left, within the site or by closing the tab.
 *
 * @returns lets the page go without asking, for when the changes are saved or kept
 */
export function useUnsavedChanges(isDirty: boolean): () => void {
  const isFree = useRef(false);

  useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isFree.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !window.confirm(QUESTION),
  );

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return () => {
    isFree.current = true;
  };
}
