import type { Tables } from '../server/db/tables.ts';
import { isPublic, type PostStatus } from './post.ts';
import type { PostInput } from './post-input.ts';

type StoredPublication = Pick<Tables['posts'], 'date' | 'first_published_at'> & {
  status: PostStatus;
  created_at: string;
};

/**
 * The date and the first publication of a post that is saved at an instant. A scheduled post became
 * public at its date, without a save.
 *
 * @param current the stored post; null for a new one
 */
export function publicationColumns(
  { status, publishDate }: PostInput,
  instant: string,
  current: StoredPublication | null,
) {
  const wasPublic = current !== null && isPublic(current, instant);
  const before = current?.first_published_at ?? (wasPublic ? current.date : null);
  const isPublished = isPublic({ status, date: publishDate ?? instant }, instant);
  const first = before ?? (isPublished ? instant : null);
  return {
    date: publishDate ?? first ?? current?.created_at ?? instant,
    first_published_at: first,
  };
}
