import { type ApiResult, sendSigned } from '../../admin/api.ts';
import { queryOf } from '../../admin/lists/query-of.ts';
import type { Attachment } from '../attachments.ts';
import type { Picture } from '../pictures.ts';

/** The REST API of the media library. */

/** Items per page: divisible by the grid's numbers of columns. */
const PAGE_SIZE = 24;

const PICTURES_PATH = '/api/admin/media';

export type MediaItem = { id: string };

export type MediaPage<T> = {
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
  remove: (id: string) => Promise<ApiResult<void>>;
};

export const PICTURES = mediaKind<Picture>('picture', PICTURES_PATH, 'pictures');

export const FILES = mediaKind<Attachment>('file', '/api/admin/attachments', 'attachments');

/** @param rows the name under which the API sends the items */
function mediaKind<T>(noun: string, path: string, rows: string): MediaKind<T> {
  return {
    noun,
    async list(q, { cursor, limit = PAGE_SIZE }) {
      type Answer = { total: number; nextCursor: string | null } & Record<string, T[]>;
      const query = queryOf({ limit: String(limit), q, cursor });
      const answer = await sendSigned<Answer>('GET', `${path}?${query}`);
      if (!answer.ok) return answer;
      const { [rows]: items = [], total, nextCursor } = answer.value;
      return { ok: true, value: { items, total, nextCursor, q } };
    },
    remove: (id) => sendSigned<void>('DELETE', `${path}/${id}`),
  };
}

/** Sets the alternative text that later uses start with. */
export function describePicture(id: string, alt: string) {
  return sendSigned<{ picture: Picture }>('PATCH', `${PICTURES_PATH}/${id}`, { alt });
}
