import { site } from '../content/site.ts';

export function inBothZones(instant: string): string {
  // A format keeps the zone of its creation.
  const shown = (zone: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(site.dateLocale, {
      dateStyle: 'full',
      timeStyle: 'short',
      ...zone,
    }).format(new Date(instant));
  const [own, sites] = [shown({}), shown({ timeZone: site.timeZone })];
  const city = site.timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
  return own === sites ? `${own} ${city} time` : `${own} your time, ${sites} in ${city}`;
}

export function distance(instant: string, now: Date): string {
  const hours = (Date.parse(instant) - now.getTime()) / 3_600_000;
  const format = new Intl.RelativeTimeFormat(site.dateLocale);
  if (hours >= 36) return format.format(Math.round(hours / 24), 'day');
  return format.format(Math.max(1, Math.round(hours)), 'hour');
}
