import { isPublic, type Post } from '../../domain/posts/post.ts';
import type { FieldValues } from './post-form-values.ts';
import { publishInstant } from './publish-date.ts';
import type { SaveRequest } from './use-saving.ts';

/**
 * What Ctrl+S asks for: of a public post what the submit button does, of any other a draft, in place. A
 * post that is scheduled stays so while the form says the same.
 *
 * @param seen the post as it was last seen; null for a new one
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
