import { sendSigned } from '../../../admin/api.ts';
import { queryOf } from '../../../admin/lists/query-of.ts';
import type { CheckedPostSummary } from '../../check-posts.ts';

/** Checks the next posts in the order of slugs. */
export function checkPosts(after: string) {
  return sendSigned<{ posts: CheckedPostSummary[]; next: string | null }>(
    'GET',
    `/api/admin/posts/check?${queryOf({ after })}`,
  );
}
