import type { RowsOf } from '../../admin/lists/paged-list.ts';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import type { MediaItem, MediaKind, MediaPage } from './media-kinds.ts';

/** The matching media of a kind, page by page, with edits in place. */
export function useLibrary<T extends MediaItem>(kind: MediaKind<T>, q: string) {
  const { change, ...list } = usePagedList<MediaPage<T>>({
    query: q,
    rows: 'items' as RowsOf<MediaPage<T>>,
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

function without<T extends MediaItem>(items: readonly T[], { id }: T): T[] {
  return items.filter((each) => each.id !== id);
}
