import { publishInstant } from '../../../admin/publish-date.ts';
import { cityOf } from '../../../admin/zones.ts';
import { site } from '../../../content/site.ts';
import { isPublic, type Post } from '../../../posts/post.ts';
import type { Planned } from '../post-form/schedule.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Within a week, the name of a day is enough. */
const NAMED_DAYS = 6;

/** What the submit button does to the post, without a subject: "publishes it now". */
export function submitEffect({ status, publishDate, post }: Planned, now: Date): string {
  const isOnSite = post !== null && isPublic(post, now.toISOString());
  if (status === 'draft') return isOnSite ? 'takes it off the site' : 'stays a draft';
  const instant = publishInstant(publishDate, post?.publishDate ?? null);
  const isAhead = instant !== null && instant > now.toISOString();
  if (!isAhead) return isOnSite ? 'updates it on the site' : 'publishes it now';
  const time = timeOnSite(instant, now);
  return isOnSite ? `takes it off the site until ${time}` : `goes out on ${time}`;
}

/** What a save did to the post, as a sentence without its title: "is published". */
export function saveOutcome(stored: Post, wasOnSite: boolean, now: Date): string {
  if (stored.status === 'draft') return 'is saved as a draft';
  if (!isPublic(stored, now.toISOString())) return `goes out on ${timeOnSite(stored.date, now)}`;
  return wasOnSite ? 'is updated on the site' : 'is published';
}

/** "Thursday at 9:00 AM in Brisbane", with the date when it is a week away or more. */
function timeOnSite(instant: string, now: Date): string {
  const date = new Date(instant);
  const distance = date.getTime() - now.getTime();
  const day: Intl.DateTimeFormatOptions =
    distance < NAMED_DAYS * DAY_MS ? { weekday: 'long' } : { dateStyle: 'full' };
  // Formats are not cached: a format keeps the zone of its creation.
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(site.dateLocale, { ...options, timeZone: site.timeZone }).format(date);
  return `${inZone(day)} at ${inZone({ timeStyle: 'short' })} in ${cityOf(site.timeZone)}`;
}
