import { useEffect, useEffectEvent, useState } from 'react';
import { type ApiFailure, type ApiResult, failureMessage } from '../api.ts';

type Page = { nextCursor: string | null };

type PagedList<P extends Page> = {
  /** The page that the route's loader read; another one resets the list. */
  first: P | null;
  page: P | null;
  isExtended: boolean;
  failure: ApiFailure | null;
  /** The latest request, the only one whose response counts; null while none is under way. */
  request: PageRequest | null;
};

/** Requests are compared by identity. `cursor` is undefined for the first page. */
export type PageRequest = { cursor: string | undefined };

export function startingWith<P extends Page>(first: P | null): PagedList<P> {
  return { first, page: first, isExtended: false, failure: null, request: null };
}

/**
 * The list after a response. A response to a superseded request changes nothing: the list may show
 * another filter by then. Rows are deduplicated by id: additions and removals on the server shift pages.
 */
export function answered<P extends Page>(
  list: PagedList<P>,
  request: PageRequest,
  answer: ApiResult<P>,
  rows: keyof P,
): PagedList<P> {
  if (list.request !== request) return list;
  const isFirst = request.cursor === undefined;
  const before = isFirst ? null : list.page;
  if (!answer.ok) return { ...list, page: before, failure: answer.failure, request: null };
  const rowsIn = (page: P | null) => (page?.[rows] ?? []) as { id: string | number }[];
  const known = rowsIn(before);
  const ids = new Set(known.map(({ id }) => id));
  const added = rowsIn(answer.value).filter(({ id }) => !ids.has(id));
  const page = { ...answer.value, [rows]: [...known, ...added] };
  return { ...list, page, isExtended: !isFirst, failure: null, request: null };
}

type PagedListOptions<P extends Page> = {
  /** The first page as the route's loader read it. Without it, the hook reads it. */
  first?: P;
  /** Identifies the list where there is no `first`. A change reads it again. */
  query?: string;
  rows: keyof P;
  read: (cursor?: string) => Promise<ApiResult<P>>;
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
    setList((before) => ({ ...before, failure: null, request }));
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
    failure: cause === null ? null : failureMessage(cause, failure),
    hasEnded: list.isExtended && page?.nextCursor === null,
    isLoading: list.request !== null || (page === null && cause === null),
    reload: () => load(),
    loadMore: () => load(page?.nextCursor ?? undefined),
    change: (edit: (page: P) => P) =>
      setList((before) => ({ ...before, page: before.page && edit(before.page) })),
  };
}

export type ShownList = Pick<
  ReturnType<typeof usePagedList>,
  'failure' | 'hasEnded' | 'isLoading' | 'loadMore'
> & { page: Page | null };
