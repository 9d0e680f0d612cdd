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
