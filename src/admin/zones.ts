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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Units with their lengths; each is used below its `end`. */
const UNITS = [
  { unit: 'minute', length: MINUTE_MS, end: 90 * MINUTE_MS },
  { unit: 'hour', length: HOUR_MS, end: 36 * HOUR_MS },
  { unit: 'day', length: DAY_MS, end: 60 * DAY_MS },
  { unit: 'month', length: 30.44 * DAY_MS, end: 730 * DAY_MS },
  { unit: 'year', length: 365.25 * DAY_MS, end: Number.POSITIVE_INFINITY },
] as const;

export function distance(instant: string, now: Date): string {
  const ahead = Date.parse(instant) - now.getTime();
  const { unit, length } = UNITS.find(({ end }) => ahead < end) ?? UNITS[4];
  const amount = Math.max(1, Math.round(ahead / length));
  return new Intl.RelativeTimeFormat(site.dateLocale).format(amount, unit);
}
