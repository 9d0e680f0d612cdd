import type { Answer, Refusal } from './api.ts';

/** One page of a list as the REST API answers it: rows under some name, and where the next begins. */
export type Page = { nextCursor: string | null };

/** The names under which a page holds rows. */
export type RowsOf<P> = {
  [Name in keyof P]: P[Name] extends { id: string | number }[] ? Name : never;
}[keyof P];

/** A list that is read page by page. */
export type PagedList<P extends Page> = {
  /** What the route's loader read; a later one starts the list again. */
  first: P | null;
  /** What has been read; null before the first answer. */
  page: P | null;
  /** Whether a page after the first has been read. */
  isExtended: boolean;
  /** Why the last request failed. */
  refusal: Refusal | null;
  /** The only request whose answer still counts; null while none is under way. */
  request: PageRequest | null;
};

/** Requests are told apart by identity. */
export type PageRequest = {
  /** Where the page begins; undefined for the first one. */
  cursor: string | undefined;
};

/** A list as a loader read it, or one that has not been read. */
export function startingWith<P extends Page>(first: P | null): PagedList<P> {
  return { first, page: first, isExtended: false, refusal: null, request: null };
}

/** The list with a request under way, which supersedes any earlier one. */
export function requesting<P extends Page>(list: PagedList<P>, request: PageRequest): PagedList<P> {
  return { ...list, refusal: null, request };
}

/**
 * The list after an answer. An answer to a superseded request changes nothing: the list may show
 * another filter by then. Rows that are listed already are not listed twice: rows that were added
 * or removed on the server meanwhile move the pages.
 */
export function answered<P extends Page, Rows extends RowsOf<P>>(
  list: PagedList<P>,
  request: PageRequest,
  answer: Answer<P>,
  rows: Rows,
): PagedList<P> {
  if (list.request !== request) return list;
  const isFirst = request.cursor === undefined;
  if (!answer.ok) {
    return { ...list, page: isFirst ? null : list.page, refusal: answer.refusal, request: null };
  }
  const known = isFirst || list.page === null ? [] : rowsIn(list.page, rows);
  const ids = new Set(known.map(({ id }) => id));
  const added = rowsIn(answer.value, rows).filter(({ id }) => !ids.has(id));
  const page = { ...answer.value, [rows]: [...known, ...added] };
  return { ...list, page, isExtended: !isFirst, refusal: null, request: null };
}

function rowsIn<P extends Page>(page: P, rows: RowsOf<P>): { id: string | number }[] {
  return page[rows] as { id: string | number }[];
}
