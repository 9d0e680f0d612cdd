import type { ApiResult } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import type { attachments, media } from '../api/media.ts';
import type { Attachment } from '../attachments.ts';
import type { Picture } from '../pictures.ts';

/** Items per page: divisible by the grid's numbers of columns. */
const PAGE_SIZE = 24;

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
