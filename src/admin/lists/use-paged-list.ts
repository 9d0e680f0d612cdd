import { useEffect, useEffectEvent, useState } from 'react';
import { type ApiResult, failureMessage } from '../api.ts';
import {
  answered,
  type Page,
  type PageRequest,
  type RowsOf,
  requesting,
  startingWith,
} from './paged-list.ts';

type PagedListOptions<P extends Page> = {
  /** The first page as the route's loader read it. Without it, the hook reads it. */
  first?: P;
  /** Identifies the list where there is no `first`. A change reads it again. */
  query?: string;
  /** The name under which a page holds its rows. */
  rows: RowsOf<P>;
  read: (cursor?: string) => Promise<ApiResult<P>>;
  /** The message when the server gives no reason. */
  failure: string;
};

/**
 * A list of the admin area that is read page by page. A response that arrives after the filter has
 * changed, or after a later request, is ignored.
 */
export function usePagedList<P extends Page>(options: PagedListOptions<P>) {
  const { first = null, query, rows, read, failure } = options;
  const [list, setList] = useState(() => startingWith(first));
  if (first !== null && list.first !== first) setList(startingWith(first));

  async function load(cursor?: string): Promise<void> {
    const request: PageRequest = { cursor };
    setList((before) => requesting(before, request));
    const answer = await read(cursor);
    setList((before) => answered(before, request, answer, rows));
  }

  const onQuery = useEffectEvent(() => {
    if (first === null) void load();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another query reads the list again
  useEffect(() => onQuery(), [query]);

  const { page, failure: cause } = list;
  return {
    page,
    /** Why the last request failed, as a message. */
    failure: cause === null ? null : failureMessage(cause, failure),
    /** The last page has been read, and it was not the first. */
    hasEnded: list.isExtended && page?.nextCursor === null,
    isLoading: list.request !== null || (page === null && cause === null),
    reload: () => load(),
    /** Reads the next page; after a failed first page, the first one again. */
    loadMore: () => load(page?.nextCursor ?? undefined),
    /** Edits the rows in place, as after a deletion. */
    change: (edit: (page: P) => P) =>
      setList((before) => ({ ...before, page: before.page && edit(before.page) })),
  };
}

/** The parts of a list that `LoadMore` needs. */
export type ShownList = Pick<
  ReturnType<typeof usePagedList>,
  'failure' | 'hasEnded' | 'isLoading' | 'loadMore'
> & { page: Page | null };
