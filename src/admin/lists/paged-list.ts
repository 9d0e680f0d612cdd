import type { ApiFailure, ApiResult } from '../api.ts';

/** One page of a list in the REST API: rows under some name, and the cursor of the next page. */
export type Page = { nextCursor: string | null };

/** The names under which a page holds rows. */
export type RowsOf<P> = {
  [Name in keyof P]: P[Name] extends { id: string | number }[] ? Name : never;
}[keyof P];

/** A list that is read page by page. */
type PagedList<P extends Page> = {
  /** The page that the route's loader read; another one resets the list. */
  first: P | null;
  /** All rows read so far; null before the first response. */
  page: P | null;
  /** A page after the first has been read. */
  isExtended: boolean;
  /** Why the last request failed. */
  failure: ApiFailure | null;
  /** The latest request, the only one whose response counts; null while none is under way. */
  request: PageRequest | null;
};

/** Requests are compared by identity. */
export type PageRequest = {
  /** Undefined for the first page. */
  cursor: string | undefined;
};

export function startingWith<P extends Page>(first: P | null): PagedList<P> {
  return { first, page: first, isExtended: false, failure: null, request: null };
}

/** The list with a new request under way, which supersedes any earlier one. */
export function requesting<P extends Page>(list: PagedList<P>, request: PageRequest): PagedList<P> {
  return { ...list, failure: null, request };
}

/**
 * The list after a response. A response to a superseded request changes nothing: the list may show
 * another filter by then. Rows are deduplicated by id: additions and removals on the server shift pages.
 */
export function answered<P extends Page, Rows extends RowsOf<P>>(
  list: PagedList<P>,
  request: PageRequest,
  answer: ApiResult<P>,
  rows: Rows,
): PagedList<P> {
  if (list.request !== request) return list;
  const isFirst = request.cursor === undefined;
  if (!answer.ok) {
    return { ...list, page: isFirst ? null : list.page, failure: answer.failure, request: null };
  }
  const known = isFirst || list.page === null ? [] : rowsIn(list.page, rows);
  const ids = new Set(known.map(({ id }) => id));
  const added = rowsIn(answer.value, rows).filter(({ id }) => !ids.has(id));
  const page = { ...answer.value, [rows]: [...known, ...added] };
  return { ...list, page, isExtended: !isFirst, failure: null, request: null };
}

function rowsIn<P extends Page>(page: P, rows: RowsOf<P>): { id: string | number }[] {
  return page[rows] as { id: string | number }[];
}
