import type { ApiFailure } from '../../admin/api.ts';
import type { Post } from '../post.ts';
import type { UnpublishedChanges } from '../unpublished-changes.ts';

/** What is stored of a post of which a stale version was sent. */
type StoredPost = {
  current: Post;
  /** Other unpublished changes; `current` is the post as they make it. */
  changes?: UnpublishedChanges;
};

/** Reads from a rejected call what is stored; undefined where it was not rejected for that. */
export function storedPostIn(failure: ApiFailure): StoredPost | undefined {
  if (failure.kind !== 'rejected') return undefined;
  const stored = failure.current as Post | UnpublishedChanges | undefined;
  if (stored === undefined) return undefined;
  return 'etag' in stored ? { current: stored.post, changes: stored } : { current: stored };
}
