import { publishInstant } from '../../../admin/publish-date.ts';
import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { isPublic, type Post, type PostStatus } from '../../../posts/post.ts';

export type SaveRequest = {
  status: PostStatus;
  /** Saves changes to a public post without publishing them. */
  isUnpublished?: boolean | undefined;
  /** When the changes are published: ISO 8601, null for not by themselves. By default as before. */
  publishAt?: string | null;
  /** The form stays open. */
  isInPlace?: boolean;
  /** The writer has confirmed that the post leaves the site. */
  isConfirmed?: boolean;
  /** Codes of the warnings that the writer has seen; undefined before the check. */
  acknowledged?: string[];
};

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
