import { caller, type OutputOf } from '../../admin/caller.ts';
import { usePagedList } from '../../admin/lists/use-paged-list.ts';
import type { media } from '../api/media.ts';
import type { Media, MediaKind } from '../library.ts';
import type { Uploaded } from './upload-media.ts';

/** Items per page: divisible by the grid's numbers of columns. */
const PAGE_SIZE = 24;

const api = caller<typeof media>();

/** An empty `q` matches everything. */
export function useLibrary(kind: MediaKind, q: string) {
  const { change, ...list } = usePagedList<OutputOf<typeof media, 'GET', '/admin/media'>>({
    query: q,
    rows: 'items',
    read: (cursor) => api('GET', '/admin/media', { query: { kind, q, cursor, limit: PAGE_SIZE } }),
    failure: `Failed to load the ${kind}s. Please try again.`,
  });

  return {
    ...list,
    add: ({ item, isNew }: Uploaded) =>
      change(({ items, total, ...page }) => ({
        ...page,
        items: [item, ...without(items, item)],
        total: total + Number(isNew),
      })),
    replace: (item: Media) =>
      change((page) => ({
        ...page,
        items: page.items.map((each) => (each.id === item.id ? item : each)),
      })),
    remove: (item: Media) =>
      change((page) => ({ ...page, items: without(page.items, item), total: page.total - 1 })),
  };
}

function without(items: readonly Media[], { id }: Media): Media[] {
  return items.filter((each) => each.id !== id);
}
