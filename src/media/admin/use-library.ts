import type { ApiResult } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import type { attachments, media } from '../api/media.ts';
import type { Attachment, Picture } from '../library.ts';

/** Items per page: divisible by the grid's numbers of columns. */
const PAGE_SIZE = 24;

type MediaPage<T> = {
  items: T[];
  total: number;
  nextCursor: string | null;
  /** The query that the page answers. */
  q: string;
};

/** One kind of media of the library. */
export type MediaKind<T> = {
  /** "picture". */
  noun: string;
  /** Latest first; an empty `q` matches everything. */
  list: (
    q: string,
    page: { cursor?: string | undefined; limit?: number },
  ) => Promise<ApiResult<MediaPage<T>>>;
  /** Rejected with 409 while a post uses it. */
  remove: (id: string) => Promise<ApiResult<undefined>>;
};

const pictureCalls = caller<typeof media>();

export const PICTURES: MediaKind<Picture> = {
  noun: 'picture',
  async list(q, page) {
    const query = { limit: PAGE_SIZE, ...page, q };
    const answer = await pictureCalls('GET', '/admin/media', { query });
    if (!answer.ok) return answer;
    const { pictures: items, ...counts } = answer.value;
    return { ok: true, value: { ...counts, items, q } };
  },
  remove: (id) => pictureCalls('DELETE', '/admin/media/:id', { param: { id } }),
};

const fileCalls = caller<typeof attachments>();

export const FILES: MediaKind<Attachment> = {
  noun: 'file',
  async list(q, page) {
    const query = { limit: PAGE_SIZE, ...page, q };
    const answer = await fileCalls('GET', '/admin/attachments', { query });
    if (!answer.ok) return answer;
    const { attachments: items, ...counts } = answer.value;
    return { ok: true, value: { ...counts, items, q } };
  },
  remove: (id) => fileCalls('DELETE', '/admin/attachments/:id', { param: { id } }),
};

/** The matching media of a kind, page by page, with edits in place. */
export function useLibrary<T extends { id: string }>(kind: MediaKind<T>, q: string) {
  const { change, ...list } = usePagedList<MediaPage<T>>({
    query: q,
    rows: 'items',
    read: (cursor) => kind.list(q, { cursor }),
    failure: `Failed to load the ${kind.noun}s. Please try again.`,
  });

  return {
    ...list,
    /** Puts an item first. The total stays, since the library may have had it: call `recount`. */
    add: (item: T) => change((page) => ({ ...page, items: [item, ...without(page.items, item)] })),
    async recount() {
      const answer = await kind.list(q, { limit: 1 });
      if (!answer.ok) return;
      const { total } = answer.value;
      // The query may have changed during the request.
      change((page) => (page.q === q ? { ...page, total } : page));
    },
    replace: (item: T) =>
      change((page) => ({
        ...page,
        items: page.items.map((each) => (each.id === item.id ? item : each)),
      })),
    remove: (item: T) =>
      change((page) => {
        const items = without(page.items, item);
        return { ...page, items, total: page.total - (page.items.length - items.length) };
      }),
  };
}

function without<T extends { id: string }>(items: readonly T[], { id }: T): T[] {
  return items.filter((each) => each.id !== id);
}
