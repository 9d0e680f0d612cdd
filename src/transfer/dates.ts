/** `2020-03-04`, `2020/3/4 10:11`, `2020-03-04T10:11:12.5 +0100`. */
const NUMERIC =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))? ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** `Jul 08 2022` and `Tue, 08 May 2012 13:45:04 +1000`: a month by its name, which no form mistakes for a day. */
const SPELLED =
  /^(?:[a-z]{3,9},? )?(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} (?:\d{1,2},? )?\d{4}(?: \d{1,2}:\d{2}(?::\d{2})?)?( (?:GMT|UTC|[+-]\d{4}))?$/i;

/**
 * Reads a date as generators and exports write it, and returns it in ISO 8601 with its offset; undefined for other
 * text. A date without a zone is in UTC, so that a file means the same everywhere.
 */
export function toIsoDate(written: string): string | undefined {
  const [, year, , month = '', day = '', hour = '0', minute = '00', second = '00', zone] =
    NUMERIC.exec(written) ?? [];
  if (year === undefined) {
    const [whole, offset] = SPELLED.exec(written) ?? [];
    const instant = Date.parse(offset === undefined ? `${whole} UTC` : written);
    return Number.isNaN(instant)
      ? undefined
      : withOffset(new Date(instant).toISOString(), minutesOf(offset));
  }
  const local = `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${minute}:${second}`;
  // JavaScript takes `2025-02-30`, which is in no calendar, for a day of March.
  const isDay = new Date(`${local}Z`).getUTCDate() === Number(day) && Number(hour) < 24;
  return isDay ? local + writtenOffset(minutesOf(zone)) : undefined;
}

/** Minutes east of UTC of an offset such as `+10:00`, `-0330` or `+01`; 0 for UTC. */
function minutesOf(offset = ''): number {
  const [, sign, hours, minutes = 0] = /([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

function pad(number: string | number): string {
  return String(number).padStart(2, '0');
}

export function inZone(instant: string, timeZone: string): string {
  return withOffset(instant, minutesEast(Date.parse(instant), timeZone));
}

/** Writes an instant with an offset in minutes east of UTC. */
export function withOffset(instant: string, minutes: number): string {
  // Years of more digits are refused later.
  if (minutes === 0 || !/^\d{4}-/.test(instant)) return instant;
  const local = new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  return local.slice(0, 19) + writtenOffset(minutes);
}

/**
 * Keeps the day that a post had on its former site: if this site's zone would show another day, the local time of the
 * former site is taken as one of this zone. Future instants stay, and no past one becomes a future one.
 *
 * @param date ISO 8601 with an offset
 * @param timeZone of this site
 * @param now ISO 8601 in UTC
 */
export function onDayThere(date: string, timeZone: string, now: string): string {
  const instant = Date.parse(date);
  const isRead = !Number.isNaN(instant) && /^\d{4}-\d{2}-\d{2}T/.test(date);
  if (!isRead || instant > Date.parse(now)) return date;
  const shown = inZone(new Date(instant).toISOString(), timeZone);
  if (shown.slice(0, 10) === date.slice(0, 10)) return date;
  const local = date.slice(0, 19);
  const asUtc = Date.parse(`${local}Z`);
  // If an hour occurs twice, the first one counts.
  const before = minutesEast(asUtc - 24 * 60 * 60 * 1000, timeZone);
  const here = local + writtenOffset(minutesEast(asUtc - before * 60_000, timeZone));
  return Date.parse(here) > Date.parse(now) ? date : here;
}

function writtenOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** 0 in an unknown zone. */
function minutesEast(instant: number, timeZone: string): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const parts = format.formatToParts(instant);
    return minutesOf(parts.find(({ type }) => type === 'timeZoneName')?.value);
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
