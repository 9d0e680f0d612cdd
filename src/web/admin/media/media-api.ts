import type { Picture } from '../../../domain/media/pictures.ts';
import { sendSigned } from '../api.ts';

/** The REST API of the media library. */

export type PicturePage = { pictures: Picture[]; total: number; nextCursor: string | null };

type PageOptions = { cursor?: string | undefined; limit?: number };

const PATH = '/api/admin/media';

/** Pictures per page: divisible by the grid's numbers of columns. */
const PAGE_SIZE = 24;

/**
 * Latest first.
 *
 * @param q words of the name or the alternative text; empty matches every picture
 */
export function listPictures(q: string, { cursor, limit = PAGE_SIZE }: PageOptions) {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(q === '' ? {} : { q }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return sendSigned<PicturePage>('GET', `${PATH}?${query}`);
}

/** Sets the alternative text that later uses start with. */
export function describePicture(id: string, alt: string) {
  return sendSigned<{ picture: Picture }>('PATCH', `${PATH}/${id}`, { alt });
}

/** Rejected with 409 while a post uses the picture. */
export function removePicture(id: string) {
  return sendSigned<void>('DELETE', `${PATH}/${id}`);
}
