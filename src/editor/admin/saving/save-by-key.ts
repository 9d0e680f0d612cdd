import { publishInstant } from '../../../admin/publish-date.ts';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { SaveRequest } from './use-saving.ts';

/** Saves changes to a public post. */
export const WITHOUT_PUBLISHING = {
  status: 'published',
  isInPlace: true,
  isUnpublished: true,
} as const satisfies SaveRequest;

/**
 * The save of Ctrl+S, in place: unpublished changes to a public post, a draft of any other one. A scheduled post
 * stays scheduled while the form does not change that.
 *
 * @param seen the server's post as last seen; null for a new one
 * @param now ISO 8601 in UTC
 */
export function saveByKey(
  seen: Pick<Post, 'status' | 'date' | 'publishDate'> | null,
  { status, publishDate }: Pick<FieldValues, 'status' | 'publishDate'>,
  now: string,
): SaveRequest {
  if (seen !== null && isPublic(seen, now)) return WITHOUT_PUBLISHING;
  const date = publishInstant(publishDate, seen?.publishDate ?? null);
  const staysScheduled = seen?.status === 'published' && date !== null && date > now;
  return { status: staysScheduled ? status : 'draft', isInPlace: true };
}
