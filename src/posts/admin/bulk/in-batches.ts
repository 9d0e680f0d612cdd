import type { ApiFailure, ApiResult } from '../../../admin/api.ts';
import type { BulkResult, PostToChange } from '../../bulk-editing.ts';

/** Posts of one request: few enough that the progress moves, and that no request lasts long. */
const BATCH = 20;

type BatchesDeps<P> = {
  send: (posts: readonly P[]) => Promise<ApiResult<{ results: BulkResult[] }>>;
  /** Called with the results of each batch. */
  onResults: (results: readonly BulkResult[]) => void;
};

/**
 * Changes posts batch by batch, until one fails.
 *
 * @returns the failure, and the posts of whose change nothing is known; sending those again is safe
 */
export async function inBatches<P extends PostToChange>(
  posts: readonly P[],
  { send, onResults }: BatchesDeps<P>,
): Promise<{ failure: ApiFailure | null; left: readonly P[] }> {
  for (let start = 0; start < posts.length; start += BATCH) {
    const answer = await send(posts.slice(start, start + BATCH));
    if (!answer.ok) return { failure: answer.failure, left: posts.slice(start) };
    onResults(answer.value.results);
  }
  return { failure: null, left: [] };
}
