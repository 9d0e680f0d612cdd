import type { Picture } from '../../../domain/media/pictures.ts';
import { sendSigned } from '../api.ts';

/** The media library as the REST API shows it. */

export type PicturePage = { pictures: Picture[]; total: number; nextCursor: string | null };

type PageWanted = { cursor?: string | undefined; limit?: number };

const PATH = '/api/admin/media';

/** How many pictures are fetched at a time: whole rows of the grid, however wide it is. */
const PAGE = 24;

/**
 * The latest first.
 *
 * @param q words of the name or the alternative text; empty means every picture
 */
export function listPictures(q: string, { cursor, limit = PAGE }: PageWanted) {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(q === '' ? {} : { q }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return sendSigned<PicturePage>('GET', `${PATH}?${query}`);
}

/** Sets the alternative text that is offered wherever the picture is used next. */
export function describePicture(id: string, alt: string) {
  return sendSigned<{ picture: Picture }>('PATCH', `${PATH}/${id}`, { alt });
}

/** Refused with 409 while a post uses the picture. */
export function removePicture(id: string) {
  return sendSigned<void>('DELETE', `${PATH}/${id}`);
}
