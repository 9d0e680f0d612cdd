import { isPublic, type Post } from '../../../posts/post.ts';
import { dayAndTime } from './day-and-time.ts';

/** What a save did to the post, as a sentence without its title: "is published". */
export function saveOutcome(stored: Post, wasOnSite: boolean, now: Date): string {
  if (stored.status === 'draft') return 'is saved as a draft';
  if (!isPublic(stored, now.toISOString())) {
    return `is scheduled for ${dayAndTime(stored.date, now)}`;
  }
  return wasOnSite ? 'is updated on the site' : 'is published';
}
