import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../error-box.tsx';
import type { ShownList } from './use-paged-list.ts';

/**
 * Announces what was done.
 *
 * @param notice what was done last; empty before anything was
 */
export function ListStatus({ notice, children }: { notice: string; children: ReactNode }) {
  return (
    <p role="status" className="ml-auto flex flex-wrap gap-x-4 text-sm [overflow-wrap:anywhere]">
      {notice === '' ? null : <span>{notice} </span>}
      <span className="text-muted">{children}</span>
    </p>
  );
}

/** `text` says what to do, or what will be here; a child is a link to begin with. */
type EmptyStateProps = { title: string; text: string; children?: ReactNode };

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="mt-3 rounded-card border border-line border-dashed px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted text-sm">{text}</p>
      {children}
    </div>
  );
}

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
