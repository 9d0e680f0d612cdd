import { sendSigned } from '../../../admin/api.ts';
import type { BulkAction, BulkResult, PostToChange } from '../../bulk-editing.ts';

/** Changes at most 100 posts; each is answered by itself. */
export function changePosts(posts: readonly PostToChange[], action: BulkAction) {
  const named = posts.map(({ id, version }) => ({ id, version }));
  return sendSigned<{ results: BulkResult[] }>('POST', '/api/admin/blog/posts/bulk', {
    posts: named,
    action,
  });
}
