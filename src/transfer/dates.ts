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

/** A time of day, optionally with an offset and the name of the zone. */
const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))? ?(am|pm)?(?: ?(Z|${['UTC', 'GMT', ...Object.keys(ZONES)].join('|')}|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?)(?: \(?[a-z][a-z ]{1,40}\)?)?)?`;

const DATE = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:T| +)${TIME})?$`, 'i');

/** `20200304` */
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
/** Seconds or milliseconds since 1970. */
const UNIX = /^(\d{10})(\d{3})?$/;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `2 January 2006`, `January 2, 2006`, optionally with a weekday, a time and an offset (RFC 5322). */
const SPELLED = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(?:(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?),? (\d{4})(?:,? ${TIME})?$`,
  'i',
);

/**
 * Reads a date as people and programs write it, and returns it in ISO 8601 with its offset; undefined for other text. A
 * date without a zone is in UTC, so that a file means the same everywhere. Days that no calendar has pass: the check of
 * the post refuses them.
 */
export function toIsoDate(written: string): string | undefined {
  const [, seconds, milliseconds = '000'] = UNIX.exec(written) ?? [];
  if (seconds !== undefined) return new Date(Number(`${seconds}${milliseconds}`)).toISOString();
  const parts = numeric(written) ?? spelled(written);
  if (parts === undefined) return undefined;
  const { year, month, day, minute, second, zone } = parts;
  const hour = hourOf(parts);
  const local = `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${minute}:${second.padStart(2, '0')}`;
  return `${local}${zone === undefined ? 'Z' : offsetOf(zone)}`;
}

/** On a clock of 12 hours, 12 am is hour 0 and 12 pm is hour 12. */
function hourOf({ hour, half }: { hour: string; half: string | undefined }): string {
  if (half === undefined) return hour;
  return String((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0));
}

function offsetOf(zone: string): string {
  const named = ZONES[zone.toUpperCase()];
  const [, sign, hours = '', minutes = '00'] =
    /([+-])(\d{1,2}?)(?::?(\d{2}))?$/.exec(named === undefined ? zone : String(named)) ?? [];
  return sign === undefined ? 'Z' : `${sign}${pad(hours)}:${minutes}`;
}

function numeric(written: string) {
  const [, ...compact] = COMPACT.exec(written) ?? [];
  const [, y, , m, d, hour = '0', minute = '00', second = '00', half, zone] =
    DATE.exec(written) ?? [];
  const [year, month, day] = y === undefined ? compact : [y, m, d];
  if (year === undefined || month === undefined || day === undefined) return;
  return { year, month, day, hour, minute, second, half, zone };
}

function spelled(written: string) {
  const [, first, second, third, fourth, year, ...time] = SPELLED.exec(written) ?? [];
  const [hour = '0', minute = '00', seconds = '00', half, zone] = time;
  const month = MONTHS.indexOf((second ?? third ?? '').slice(0, 3).toLowerCase()) + 1;
  const day = first ?? fourth;
  if (year === undefined || day === undefined || month === 0) return;
  return { year, month: String(month), day, hour, minute, second: seconds, half, zone };
}

function pad(number: string): string {
  return number.padStart(2, '0');
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** Writes an instant with the offset of a zone; an unknown zone changes nothing. */
export function inZone(instant: string, timeZone: string): string {
  if (!isTimeZone(timeZone)) return instant;
  return withOffset(instant, minutesEast(Date.parse(instant), timeZone));
}

/** Writes an instant with an offset in minutes east of UTC. */
export function withOffset(instant: string, minutes: number): string {
  // Years of more digits are refused later.
  if (!/^\d{4}-/.test(instant)) return instant;
  const local = new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  return `${local.slice(0, 19)}${writtenOffset(minutes)}`;
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
  if (Number.isNaN(instant) || instant > Date.parse(now) || !LOCAL_TIME.test(date)) return date;
  if (inZone(new Date(instant).toISOString(), timeZone).slice(0, 10) === date.slice(0, 10))
    return date;
  const local = date.slice(0, 19);
  const here = `${local}${offsetAt(local, timeZone)}`;
  return Date.parse(here) > Date.parse(now) ? date : here;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the offset of a zone at a local time, such as `+10:00`. If an hour occurs twice, the first one counts. */
function offsetAt(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(asUtc) || !isTimeZone(timeZone)) return 'Z';
  const before = minutesEast(asUtc - 24 * 60 * 60 * 1000, timeZone);
  return writtenOffset(minutesEast(asUtc - before * 60_000, timeZone));
}

function writtenOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const [sign, size] = minutes < 0 ? ['-', -minutes] : ['+', minutes];
  return `${sign}${pad(String(Math.floor(size / 60)))}:${pad(String(size % 60))}`;
}

function minutesEast(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(parts ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
