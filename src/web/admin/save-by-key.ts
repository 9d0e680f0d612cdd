import { isPublic, type Post } from '../../domain/posts/post.ts';
import type { FieldValues } from './post-form-values.ts';
import { publishInstant } from './publish-date.ts';
import type { SaveRequest } from './use-saving.ts';

/**
 * The save of Ctrl+S: for a public post the submit button's, for any other one a draft, in place. A scheduled
 * post stays scheduled while the form does not change that.
 *
 * @param seen the server's post as last seen; null for a new one
 * @param now ISO 8601 in UTC
 */
export function saveByKey(
  seen: Post | null,
  { status, publishDate }: Pick<FieldValues, 'status' | 'publishDate'>,
  now: string,
): SaveRequest {
  if (seen !== null && isPublic(seen, now)) return { status };
  const date = publishInstant(publishDate, seen?.publishDate ?? null);
  const staysScheduled = seen?.status === 'published' && date !== null && date > now;
  return { status: staysScheduled ? status : 'draft', isInPlace: true };
}
