import { type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

const QUESTION = 'You have unsaved changes. Leave without saving them?';

/**
 * Needs a confirmation before a navigation, or before the tab closes, while changes are not saved.
 *
 * @returns turns the confirmation off, for changes that are saved or stored as a draft
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

  useConfirmClose(isDirty, isFree);

  return () => {
    isFree.current = true;
  };
}

export function useConfirmClose(isPending: boolean, isFree?: RefObject<boolean>): void {
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree?.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending, isFree]);
}
