import type { ReactNode } from 'react';
import { caller, type OutputOf } from '../../admin/caller.ts';
import { EmptyState, LoadMore } from '../../admin/lists/list-parts.tsx';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import { LoadingPictures } from '../../admin/loading.tsx';
import type { media } from '../api/media.ts';
import type { Media, MediaKind } from '../library.ts';

/** Items per page: divisible by the grid's numbers of columns. */
const PAGE_SIZE = 24;

const api = caller<typeof media>();

/** An empty `q` matches everything. */
export function useMedia(kind: MediaKind, q: string) {
  return usePagedList<OutputOf<typeof media, 'GET', '/admin/media'>>({
    query: q,
    rows: 'items',
    read: (cursor) => api('GET', '/admin/media', { query: { kind, q, cursor, limit: PAGE_SIZE } }),
    failure: `Failed to load the ${kind}s. Please try again.`,
  });
}

type MediaListProps = {
  list: ReturnType<typeof useMedia>;
  kind: MediaKind;
  q: string;
  className: string;
  children: (item: Media) => ReactNode;
};

export function MediaList({ list, kind, q, className, children }: MediaListProps) {
  const { page, failure, isLoading } = list;
  return (
    <>
      {page === null && failure === null ? <LoadingPictures /> : null}
      {page?.items.length === 0 ? (
        <EmptyState
          title={q === '' ? `No ${kind}s yet` : `No ${kind}s match`}
          text={q === '' ? 'What you upload is listed here.' : 'Try different words.'}
        />
      ) : null}
      <ul
        aria-busy={isLoading}
        className={`grid transition-opacity empty:hidden aria-busy:opacity-60 ${className}`}
      >
        {page?.items.map((item) => (
          <li key={item.id} className="grid min-w-0">
            {children(item)}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}
