import { site } from '../../content/site.ts';

/**
 * Dates and times of the admin area: in the zone of whoever reads them, which the layout names once.
 * Public pages show the site's zone (`../dates.ts`). Formats are made when they are used: one that was
 * made before keeps the zone of that time.
 */

/** "November 21, 2026". */
export function longDate(instant: string): string {
  return format(instant, { dateStyle: 'long' });
}

/** "2:05 PM". */
export function timeOfDay(instant: string): string {
  return format(instant, { timeStyle: 'short' });
}

/** "November 21, 2026, 2:05 PM". */
export function dateAndTime(instant: string): string {
  return `${longDate(instant)}, ${timeOfDay(instant)}`;
}

/** The reader's zone by name, as in "Australia/Brisbane". */
export function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(site.dateLocale, options).format(new Date(instant));
}
