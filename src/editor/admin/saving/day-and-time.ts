import { site } from '../../../content/site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Within a week, the name of a day is enough. */
const NAMED_DAYS = 6;

const LONG = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

/**
 * "Thursday at 9:00 AM", with the date when it is a week away or more; in the browser's zone, which the layout names
 * once.
 */
export function dayAndTime(instant: string, now: Date): string {
  const date = new Date(instant);
  const isNear = date.getTime() - now.getTime() < NAMED_DAYS * DAY_MS;
  // Formats are not cached: a format keeps the zone of its creation.
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(site.dateLocale, options).format(date);
  const day = format(isNear ? { weekday: 'long' } : LONG);
  return `${day} at ${format({ timeStyle: 'short' })}`;
}
