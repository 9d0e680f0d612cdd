import { sendSigned } from '../../../admin/api.ts';
import { queryOf } from '../../../admin/lists/query-of.ts';
import type { RestoredPost } from '../../restoring.ts';
import type { TrashedPost } from '../../trash.ts';

export type TrashPage = { posts: TrashedPost[]; total: number; nextCursor: string | null };

/** Latest deletion first. */
export function listTrash(q: string, cursor?: string) {
  const query = queryOf({ q, cursor, limit: '50' });
  return sendSigned<TrashPage>('GET', `/api/admin/trash?${query}`);
}

/** @param slug a new one, when another post has taken its own: that is rejected with 409 */
export function restorePost({ id }: TrashedPost, slug?: string) {
  return sendSigned<RestoredPost>('POST', `/api/admin/trash/${id}/restore`, { slug });
}

export function erasePost({ id }: TrashedPost) {
  return sendSigned<void>('DELETE', `/api/admin/trash/${id}`);
}
