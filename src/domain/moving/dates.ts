const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `2 January 2006`, `January 2, 2006`, with a weekday before, a time and an offset behind, or without (RFC 5322). */
const SPELLED =
  /^(?:[a-z]{3,9}, )?(?:(\d{1,2}) ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2}),?) (\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?(?: (Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?$/i;

/**
 * A date as people and programs write it, in ISO 8601 with its offset; undefined when it is none. Days that no calendar
 * has pass: the check of the post refuses them.
 *
 * @param timeZone of dates that name none: an IANA name; UTC by default, so that a file means the same everywhere
 */
export function toIsoDate(written: string, timeZone = 'UTC'): string | undefined {
  const parts = numeric(written) ?? spelled(written);
  if (parts === undefined) return undefined;
  const { year, month, day, hour, minute, second, zone } = parts;
  const local = `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${minute}:${second.padStart(2, '0')}`;
  if (zone === undefined) return `${local}${offsetAt(local, timeZone)}`;
  return `${local}${/^(?:Z|UTC|GMT)$/i.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2')}`;
}

function numeric(written: string) {
  const [, year, month, day, hour = '0', minute = '00', second = '00', zone] =
    DATE.exec(written) ?? [];
  if (year === undefined || month === undefined || day === undefined) return;
  return { year, month, day, hour, minute, second, zone };
}

function spelled(written: string) {
  const [, first, second, third, fourth, year, hour = '0', minute = '00', seconds = '00', zone] =
    SPELLED.exec(written) ?? [];
  const month = MONTHS.indexOf((second ?? third ?? '').slice(0, 3).toLowerCase()) + 1;
  const day = first ?? fourth;
  if (year === undefined || day === undefined || month === 0) return;
  return { year, month: String(month), day, hour, minute, second: seconds, zone };
}

function pad(number: string): string {
  return number.padStart(2, '0');
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The offset of a zone at a local time, such as `+10:00`. In an hour that is there twice, the first. */
function offsetAt(local: string, timeZone: string): string {
  const asUtc = Date.parse(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(asUtc) || !isTimeZone(timeZone)) return 'Z';
  const before = minutesEast(asUtc - 24 * 60 * 60 * 1000, timeZone);
  const minutes = minutesEast(asUtc - before * 60_000, timeZone);
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
