import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../error-box.tsx';
import type { ShownList } from './use-paged-list.ts';

type ListHeadingProps = {
  title: string;
  ref?: Ref<HTMLHeadingElement>;
  /** What was done last; empty before anything was. */
  notice: string;
  status?: ReactNode;
  children?: ReactNode;
};

/** The heading of a list, which announces what was done. */
export function ListHeading({ title, ref, notice, status, children }: ListHeadingProps) {
  return (
    <div className="mt-6 flex flex-wrap items-baseline gap-x-4">
      <h2 ref={ref} tabIndex={-1} className="font-medium text-lg">
        {title}
      </h2>
      <p role="status" className="ml-auto flex flex-wrap gap-x-4 text-sm [overflow-wrap:anywhere]">
        {notice === '' ? null : <span>{notice} </span>}
        <span className="text-muted">{status}</span>
      </p>
      {children}
    </div>
  );
}

type RowListProps<R> = {
  label?: string;
  rows: readonly R[];
  empty: EmptyStateProps;
  list?: ShownList;
  /** Each row in an `li`. */
  row: (row: R) => ReactNode;
};

/** The rows of a list in a box; they fade while the page is read again. */
export function RowList<R>({ label, rows, empty, list, row }: RowListProps<R>) {
  const isLoading = useNavigation().state === 'loading';
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <ul
          aria-label={label}
          aria-busy={isLoading}
          className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface text-sm transition-opacity aria-busy:opacity-60"
        >
          {rows.map(row)}
        </ul>
      )}
      {list && <LoadMore list={list} />}
    </>
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
