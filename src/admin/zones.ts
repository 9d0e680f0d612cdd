import { site } from '../content/site.ts';
import { readersZone } from './times.ts';

/** An instant in the browser's and the site's zone; once, when both clocks show the same. */
export function inBothZones(instant: string): string {
  const date = new Date(instant);
  const there = { timeZone: site.timeZone };
  const own = `${day(date)} at ${time(date)}`;
  const sites = `${day(date, there)} at ${time(date, there)}`;
  if (own === sites) return `${own} ${cityOf(site.timeZone)} time`;
  const onSameDay = day(date) === day(date, there);
  return `${own} your time (${cityOf(readersZone())}), ${onSameDay ? time(date, there) : sites} in ${cityOf(site.timeZone)}`;
}

// Formats are not cached: a format keeps the zone of its creation.
function day(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(site.dateLocale, { dateStyle: 'full', ...options }).format(date);
}

function time(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat(site.dateLocale, { timeStyle: 'short', ...options }).format(date);
}

/** "New York" for "America/New_York"; "UTC" for "Etc/UTC". */
function cityOf(zone: string): string {
  const [area, ...places] = zone.split('/');
  const city = area === 'Etc' ? undefined : places.at(-1);
  return city?.replaceAll('_', ' ') ?? zone.replace('Etc/', '');
}

/** "in 12 hours", "in 3 days". */
export function distance(instant: string, now: Date): string {
  const hours = (Date.parse(instant) - now.getTime()) / 3_600_000;
  const format = new Intl.RelativeTimeFormat(site.dateLocale);
  if (hours >= 36) return format.format(Math.round(hours / 24), 'day');
  return format.format(Math.max(1, Math.round(hours)), 'hour');
}
