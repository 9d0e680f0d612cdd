import { dateAndTime } from '../../../admin/times.ts';
import type { RestoredPost, TrashedPost } from '../../trash.ts';

/** What becomes of a post when it is restored, as a sentence. */
export function afterRestoring(
  { status, date }: Pick<TrashedPost, 'status' | 'date'>,
  now: string,
): string {
  if (status === 'draft') return 'Restores as a draft.';
  return date <= now
    ? 'Public again as soon as it is restored.'
    : `Scheduled again once restored: public on ${dateAndTime(date)}.`;
}

/** What was restored, and what could not be. */
export function restoredNotice({ post, lostSlugs }: RestoredPost): string {
  const restored = `Restored “${post.title}” at /blog/${post.slug}.`;
  if (lostSlugs.length === 0) return restored;
  const lost = lostSlugs.map((slug) => `/blog/${slug}`).join(', ');
  return `${restored} Other posts now use its old addresses: ${lost}.`;
}
