import type { ApiFailure } from '../../admin/api.ts';
import type { Post } from '../post.ts';
import type { UnpublishedChanges } from '../unpublished-changes.ts';

/** What is stored of a post of which a stale version was sent. */
export type StoredPost = {
  /** `savedBy` is the email of an administrator, null for the program; both with a stale version alone. */
  current: Post & { savedBy?: string | null; savedAt?: string };
  /** Other unpublished changes; `current` is the post as they make it. */
  changes?: UnpublishedChanges;
};

/** Reads from a rejected call what is stored; undefined where it was not rejected for that. */
export function storedPostIn(failure: ApiFailure): StoredPost | undefined {
  if (failure.kind !== 'rejected') return undefined;
  const stored = failure.current as StoredPost['current'] | UnpublishedChanges | undefined;
  if (stored === undefined) return undefined;
  return 'post' in stored ? { current: stored.post, changes: stored } : { current: stored };
}
