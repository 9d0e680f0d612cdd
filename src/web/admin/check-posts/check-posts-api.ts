import type { CheckedPostSummary } from '../../../domain/posts/check-posts.ts';
import { sendSigned } from '../api.ts';
import { queryOf } from '../lists/query-of.ts';

/** Checks the next posts in the order of slugs. */
export function checkPosts(after: string) {
  return sendSigned<{ posts: CheckedPostSummary[]; next: string | null }>(
    'GET',
    `/api/admin/posts/check?${queryOf({ after })}`,
  );
}
