import { site } from '../content/site.ts';

const long = new Intl.DateTimeFormat(site.dateLocale, {
  dateStyle: 'long',
  timeZone: site.timeZone,
});
const time = new Intl.DateTimeFormat(site.dateLocale, {
  timeStyle: 'short',
  timeZone: site.timeZone,
});
const year = new Intl.DateTimeFormat(site.dateLocale, { year: 'numeric', timeZone: site.timeZone });

/** "November 21, 2026" for an ISO 8601 instant, in the site's zone on server and browser. */
export function longDate(instant: string): string {
  return long.format(new Date(instant));
}

export function timeOfDay(instant: string): string {
  return time.format(new Date(instant));
}

export function dateAndTime(instant: string): string {
  return `${longDate(instant)}, ${timeOfDay(instant)}`;
}

export function currentYear(): string {
  return year.format(new Date());
}
