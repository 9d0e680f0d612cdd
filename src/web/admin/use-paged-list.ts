import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Answer, type Refusal, refusalMessage } from './api.ts';
import { loginUrl } from './login-url.ts';
import {
  answered,
  type Page,
  type PageRequest,
  type RowsOf,
  requesting,
  startingWith,
} from './paged-list.ts';

type PagedListOptions<P extends Page> = {
  /** The first page as the route's loader read it. Without it, the list reads it itself. */
  first?: P;
  /** Without `first`: what is listed. A change reads the list again. */
  query?: string;
  /** The name under which a page holds its rows. */
  rows: RowsOf<P>;
  read: (cursor?: string) => Promise<Answer<P>>;
  /** Said when the server gives no reason for a failure. */
  failure: string;
  /** Called when the session has ended, instead of leading to the login and back. */
  onSignedOut?: (hasPage: boolean) => void;
};

/**
 * A list of the admin area that is read page by page. An answer that arrives after the filter has
 * changed, or after a later request, is ignored.
 */
export function usePagedList<P extends Page>(options: PagedListOptions<P>) {
  const { first = null, query, rows, read, failure } = options;
  const [list, setList] = useState(() => startingWith(first));
  if (first !== null && list.first !== first) setList(startingWith(first));
  const navigate = useNavigate();
  const location = useLocation();

  async function load(cursor?: string): Promise<void> {
    const request: PageRequest = { cursor };
    setList((before) => requesting(before, request));
    const answer = await read(cursor);
    setList((before) => answered(before, request, answer, rows));
  }

  const onQuery = useEffectEvent(() => {
    if (first === null) void load();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is listed, whatever it is made of
  useEffect(() => onQuery(), [query]);

  const { page, refusal } = list;
  const onRefused = useEffectEvent((refused: Refusal) => {
    if (refused.kind !== 'signed-out') return;
    if (options.onSignedOut === undefined) void navigate(loginUrl(location));
    else options.onSignedOut(page !== null);
  });
  useEffect(() => {
    if (refusal !== null) onRefused(refusal);
  }, [refusal]);

  return {
    page,
    /** In words, why the last request failed. */
    failure: refusal === null ? null : refusalMessage(refusal, failure),
    /** Whether the last row has been reached by reading on. */
    hasEnded: list.isExtended && page?.nextCursor === null,
    isLoading: list.request !== null || (page === null && refusal === null),
    reload: () => load(),
    /** Reads the next page; after a failed first one, that again. */
    loadMore: () => load(page?.nextCursor ?? undefined),
    /** Changes what is listed, as after a row was deleted. */
    change: (edit: (page: P) => P) =>
      setList((before) => ({ ...before, page: before.page && edit(before.page) })),
  };
}

/** What shows a list needs of it. */
export type ShownList = Pick<
  ReturnType<typeof usePagedList>,
  'failure' | 'hasEnded' | 'isLoading' | 'loadMore'
> & { page: Page | null };
