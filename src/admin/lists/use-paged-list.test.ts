import { describe, expect, test } from 'vitest';
import type { ApiResult } from '../api.ts';
import { answered, type PageRequest, startingWith } from './use-paged-list.ts';

type Row = { id: string };
type RowPage = { rows: Row[]; total: number; nextCursor: string | null };

const page = (ids: string, nextCursor: string | null, total = ids.length): RowPage => ({
  rows: [...ids].map((id) => ({ id })),
  total,
  nextCursor,
});
const found = (value: RowPage): ApiResult<RowPage> => ({ ok: true, value });
const failed: ApiResult<RowPage> = { ok: false, failure: { kind: 'network' } };
const ids = (list: { page: RowPage | null }) => list.page?.rows.map(({ id }) => id).join('');
const requesting = (list: ReturnType<typeof startingWith<RowPage>>, request: PageRequest) => ({
  ...list,
  request,
});
const more = (): PageRequest => ({ cursor: 'c' });

describe('a list that is read page by page', () => {
  test('grows by each further page, and lists no row twice when rows have shifted', () => {
    const request = more();
    const list = requesting(startingWith(page('abc', 'c', 5)), request);
    const grown = answered(list, request, found(page('cde', null, 6)), 'rows');
    expect(ids(grown)).toBe('abcde');
    expect(grown.page).toMatchObject({ total: 6, nextCursor: null });
    expect(grown).toMatchObject({ isExtended: true, request: null, failure: null });
  });

  test('shows no row of the previous filter, however late its response arrives', () => {
    const late = more();
    const another = startingWith(page('xy', 'c'));
    expect(answered(another, late, found(page('cd', null)), 'rows')).toBe(another);
    expect(answered(another, late, failed, 'rows')).toBe(another);
  });

  test('takes the response to the last of several requests alone, in whatever order they arrive', () => {
    const [first, second] = [more(), more()];
    const list = requesting(requesting(startingWith(page('ab', 'c')), first), second);
    const grown = answered(list, second, found(page('cd', 'e')), 'rows');
    expect(ids(grown)).toBe('abcd');
    expect(answered(grown, first, found(page('cd', 'e')), 'rows')).toBe(grown);
  });

  test('keeps its rows when a further page fails, and none when the first one does', () => {
    const request = more();
    const list = requesting(startingWith(page('ab', 'c')), request);
    expect(answered(list, request, failed, 'rows')).toMatchObject({
      page: { nextCursor: 'c' },
      failure: { kind: 'network' },
      request: null,
    });
    const again: PageRequest = { cursor: undefined };
    const reread = requesting(list, again);
    expect(answered(reread, again, failed, 'rows').page).toBeNull();
  });
});
