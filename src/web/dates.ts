import { site } from '../content/site.ts';

const long = new Intl.DateTimeFormat(site.dateLocale, {
  dateStyle: 'long',
  timeZone: site.timeZone,
});
const year = new Intl.DateTimeFormat(site.dateLocale, { year: 'numeric', timeZone: site.timeZone });

/** An ISO 8601 instant as a US long date in the site's zone: the same on server and browser. */
export function longDate(instant: string): string {
  return long.format(new Date(instant));
}

export function currentYear(): string {
  return year.format(new Date());
}
