import type { ApiResult } from '../../../admin/api.ts';
import {
  isSame,
  type PostFormValues,
  valuesOfPost,
} from '../../../posts/admin/post-form-values.ts';
import type { PostAnswer } from '../../../posts/admin/posts-api.ts';
import { storedPostIn } from '../../../posts/admin/stored-post.ts';
import type { UnpublishedChanges } from '../../../posts/unpublished-changes.ts';

/** What a save stored. */
export type Saved = { post: PostAnswer } | { changes: UnpublishedChanges };

/**
 * What is stored, when a retry conflicts with its own first attempt, whose response was lost.
 *
 * @param publishAt when changes were to be published, null for not by themselves; undefined for a save of the
 *   post itself
 * @param origin of the site, to which the URLs of pictures are relative
 */
export function storedAlready(
  answer: ApiResult<unknown>,
  sent: PostFormValues,
  publishAt: string | null | undefined,
  origin = window.location.origin,
): Saved | null {
  const stored = answer.ok ? undefined : storedPostIn(answer.failure);
  if (stored === undefined) return null;
  const { current, changes } = stored;
  if (!isSame(valuesOfPost(current, origin), sent)) return null;
  if (changes === undefined) return publishAt === undefined ? { post: current } : null;
  // The same text with another time is not what was wanted: it would be published then, or never.
  return publishAt !== undefined && isSameTime(changes.publishAt, publishAt) ? { changes } : null;
}

function isSameTime(stored: string | null, wanted: string | null): boolean {
  return stored === null || wanted === null
    ? stored === wanted
    : Date.parse(stored) === Date.parse(wanted);
}
