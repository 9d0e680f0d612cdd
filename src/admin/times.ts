import { site } from '../content/site.ts';

/**
 * Dates and times of the admin area, in the browser's time zone, which the layout names once. Public pages
 * use the site's zone (`../ui/dates.ts`). Dates have no-break spaces. Formats are not cached: a format keeps the zone of its creation.
 */

export function longDate(instant: string): string {
  return unbroken(format(instant, { dateStyle: 'long' }));
}

export function timeOfDay(instant: string): string {
  return unbroken(format(instant, { timeStyle: 'short' }));
}

export function dateAndTime(instant: string): string {
  return `${longDate(instant)},\u00a0${timeOfDay(instant)}`;
}

export function timeWithDate(instant: string): string {
  return isToday(instant) ? timeOfDay(instant) : dateAndTime(instant);
}

export function isToday(instant: string): boolean {
  return longDate(instant) === longDate(new Date().toISOString());
}

export function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00a0');
}

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(site.dateLocale, options).format(new Date(instant));
}
