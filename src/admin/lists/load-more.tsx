import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../error-box.tsx';
import type { ShownList } from './use-paged-list.ts';

/** Stands below a list: why the next page did not load, and the button that loads it. */
export function LoadMore({ list }: { list: ShownList }) {
  const { page, failure, hasEnded, isLoading, loadMore } = list;
  const end = useRef<HTMLParagraphElement>(null);
  const hasMore = page === null ? failure !== null : page.nextCursor !== null;

  // The focused button is removed, which would move the focus to the top of the page.
  useLayoutEffect(() => {
    if (hasEnded && document.activeElement === document.body) {
      end.current?.focus({ preventScroll: true });
    }
  }, [hasEnded]);

  const label = failure === null ? 'Load more' : 'Try again';
  return (
    <div className="mt-4 space-y-4 empty:hidden">
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      {hasMore ? (
        <Button variant="secondary" disabled={isLoading} onClick={loadMore}>
          {isLoading ? 'Loading...' : label}
        </Button>
      ) : null}
      {hasEnded ? (
        <p ref={end} tabIndex={-1} className="text-muted text-sm">
          End of the list.
        </p>
      ) : null}
    </div>
  );
}
