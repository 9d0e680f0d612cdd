import { afterEach, expect, test, vi } from 'vitest';
import { publishDateField, publishInstant } from './publish-date.ts';
import { dateAndTime, longDate, readersZone, timeOfDay } from './times.ts';
import { inBothZones } from './zones.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['America/New_York', 'March 9, 2026', '8:30 PM'],
  ['Australia/Brisbane', 'March 10, 2026', '10:30 AM'],
])('an administrator in %s reads times off their own clock', (zone, day, time) => {
  vi.stubEnv('TZ', zone);
  const instant = '2026-03-10T00:30:00.000Z';
  const read = [readersZone(), longDate(instant), timeOfDay(instant)];
  expect(read.map((text) => text.replace(/\s/g, ' '))).toEqual([zone, day, time]);
  expect(dateAndTime(instant)).toBe(`${longDate(instant)},\u00a0${timeOfDay(instant)}`);
  expect(longDate(instant)).not.toContain(' ');
});

const THURSDAY = 'Thursday, December 3, 2026 at';

test.each([
  [
    'America/New_York',
    '2026-12-03T09:00',
    `${THURSDAY} 9:00 AM your time, Friday, December 4, 2026 at 12:00 AM in Brisbane`,
  ],
  [
    'Asia/Colombo',
    '2026-12-03T09:00',
    `${THURSDAY} 9:00 AM your time, ${THURSDAY} 1:30 PM in Brisbane`,
  ],
  ['Australia/Lindeman', '2026-12-03T09:00', `${THURSDAY} 9:00 AM Brisbane time`],
  // Melbourne agrees with Brisbane in winter alone.
  ['Australia/Melbourne', '2027-07-01T09:00', 'Thursday, July 1, 2027 at 9:00 AM Brisbane time'],
])('inBothZones: %s reads their own time and that of the site', (zone, field, text) => {
  vi.stubEnv('TZ', zone);
  expect(inBothZones(new Date(field).toISOString()).replace(/\s/g, ' ')).toBe(text);
});

test('publishInstant: a time on the author’s clock, which an edit that leaves the date alone moves neither by seconds nor over a change of the clocks', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(publishDateField('2026-01-15T14:30:45.123Z')).toBe('2026-01-15T09:30');
  expect(publishDateField(null)).toBe('');
  expect(publishInstant('', '2026-01-15T14:30:45.123Z')).toBeNull();
  const [summerTime, standardTime] = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'];
  expect(publishDateField(summerTime)).toBe(publishDateField(standardTime));
  for (const stored of ['2026-01-15T14:30:45.123Z', summerTime, standardTime]) {
    expect(publishInstant(publishDateField(stored), stored)).toBe(stored);
  }
});

test.each([
  ['America/New_York', '2026-07-15T09:30', '2026-07-15T13:30:00.000Z'],
  // A time that the clocks skip is the one after, one that they repeat is the first.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
])('publishInstant: in %s, %s is %s', (zone, field, instant) => {
  vi.stubEnv('TZ', zone);
  expect(publishInstant(field, null)).toBe(instant);
});
