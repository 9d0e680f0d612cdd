import { useEffect } from 'react';

/** Closing the tab needs a confirmation while changes are not saved. */
export function useConfirmClose(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending]);
}
