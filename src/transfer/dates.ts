/** North American zones by their names (RFC 5322, section 4.3), in hours east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/** `2020-03-04`, `2020/3/4 10:11`, `2020-03-04T10:11:12.5 pm +0100 CET`. */
const NUMERIC =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))? ?(am|pm)?(?: ?(Z|UTC|GMT|[A-Z]{3}|[+-]\d{2}(?::?\d{2})?)(?: [A-Z]{2,5})?)?)?$/i;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
/** Seconds or milliseconds since 1970. */
const UNIX = /^(\d{10})(\d{3})?$/;
/** `May 8, 2012`, `Tue, 08 May 2012 13:45:04 +1000`: a month by its name, which no form mistakes for a day. */
const SPELLED =
  /^(?=.*\b\d{4}\b)(?:[a-z]{3,9},? )?(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b[\w :+,-]{0,50}$/i;

/**
 * Reads a date as people and programs write it, and returns it in ISO 8601 with its offset; undefined for other text. A
 * date without a zone is in UTC, so that a file means the same everywhere.
 */
export function toIsoDate(written: string): string | undefined {
  const [, seconds, milliseconds = '000'] = UNIX.exec(written) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds + milliseconds)).toISOString();
  const text = written.replace(COMPACT, '$1-$2-$3');
  const [
    ,
    year = '',
    ,
    month = '',
    day = '',
    hour = '0',
    minute = '00',
    second = '00',
    half,
    zone,
  ] = NUMERIC.exec(text) ?? [];
  if (year === '') return spelled(text.replace(/\s*\([a-z ]{1,40}\)$/i, ''));
  const offset = offsetOf(zone ?? 'Z');
  // On a clock of 12 hours, 12 am is hour 0 and 12 pm is hour 12.
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon;
  const local = `${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minute}:${second}`;
  const utc = new Date(`${local}Z`);
  // JavaScript takes `2025-02-30`, which is in no calendar, for a day of March.
  const isDay = utc.getUTCDate() === Number(day) && hours < 24;
  return isDay && offset !== undefined ? local + offset : undefined;
}

function spelled(written: string): string | undefined {
  if (!SPELLED.test(written)) return undefined;
  const text = written.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1');
  const [, zone] = /\d ?(?:GMT|UTC)?([+-]\d{2}:?\d{2}|[A-Z]{3})$/.exec(text) ?? [];
  const instant = new Date(zone === undefined ? `${text} UTC` : text);
  if (Number.isNaN(instant.getTime())) return undefined;
  const [, sign = '+', hours = '0', minutes = '0'] =
    /([+-])(\d{2}):?(\d{2})$/.exec(offsetOf(zone ?? 'Z') ?? '') ?? [];
  return withOffset(
    instant.toISOString(),
    Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)),
  );
}

/** Undefined for an unknown zone. */
function offsetOf(zone: string): string | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 'Z';
  const hours = ZONES[zone.toUpperCase()];
  if (hours !== undefined) return writtenOffset(hours * 60);
  const [, sign, hour, minute = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign === undefined ? undefined : `${sign}${hour}:${minute}`;
}

function pad(number: string | number): string {
  return String(number).padStart(2, '0');
}

/** Writes an instant with the offset of a zone; an unknown zone changes nothing. */
export function inZone(instant: string, timeZone: string): string {
  return withOffset(instant, minutesEast(Date.parse(instant), timeZone));
}

/** Writes an instant with an offset in minutes east of UTC. */
export function withOffset(instant: string, minutes: number): string {
  // Years of more digits are refused later.
  if (!/^\d{4}-/.test(instant)) return instant;
  if (minutes === 0) return instant;
  const local = new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  return `${local.slice(0, 19)}${writtenOffset(minutes)}`;
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

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
  if (Number.isNaN(instant) || instant > Date.parse(now) || !LOCAL_TIME.test(date)) return date;
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
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
