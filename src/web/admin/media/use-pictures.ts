import type { Picture } from '../../../domain/media/pictures.ts';
import { usePagedList } from '../use-paged-list.ts';
import { listPictures, type PicturePage } from './media-api.ts';

/** A page and the query that it answers. */
type QueriedPage = PicturePage & { q: string };

/**
 * The matching pictures, page by page, with edits in place.
 *
 * @param onSignedOut called when the session has ended, with whether pictures are listed
 */
export function usePictures(q: string, onSignedOut: (hasPage: boolean) => void) {
  const { change, ...list } = usePagedList<QueriedPage>({
    query: q,
    rows: 'pictures',
    read: (cursor) => find(q, { cursor }),
    failure: 'Failed to load the pictures. Please try again.',
    onSignedOut,
  });

  async function recount() {
    const answer = await find(q, { limit: 1 });
    if (!answer.ok) return;
    const { total } = answer.value;
    // The query may have changed during the request.
    change((page) => (page.q === q ? { ...page, total } : page));
  }

  return {
    ...list,
    /** Puts a picture first. The total stays, since the library may have had it: call `recount`. */
    add: (picture: Picture) =>
      change((page) => ({
        ...page,
        pictures: [picture, ...page.pictures.filter(({ id }) => id !== picture.id)],
      })),
    recount,
    replace: (picture: Picture) =>
      change((page) => ({
        ...page,
        pictures: page.pictures.map((each) => (each.id === picture.id ? picture : each)),
      })),
    remove: (picture: Picture) =>
      change((page) => {
        const pictures = page.pictures.filter(({ id }) => id !== picture.id);
        return { ...page, pictures, total: page.total - (page.pictures.length - pictures.length) };
      }),
  };
}

async function find(q: string, options: Parameters<typeof listPictures>[1]) {
  const answer = await listPictures(q, options);
  return answer.ok ? { ok: true as const, value: { ...answer.value, q } } : answer;
}
