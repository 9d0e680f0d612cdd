import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { distance, inBothZones } from './zones.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What an administrator in a zone reads of a time on their own clock, with ordinary spaces. */
function read(zone: string, field: string): string {
  vi.stubEnv('TZ', zone);
  return inBothZones(new Date(field).toISOString()).replace(/\s/g, ' ');
}

test('inBothZones: their own time and that of the site', () => {
  for (const [zone, city, brisbane] of [
    ['Europe/Berlin', 'Berlin', '6:00 PM'],
    ['America/New_York', 'New York', 'Friday, December 4, 2026 at 12:00 AM'],
    ['Asia/Colombo', 'Colombo', '1:30 PM'],
    ['Pacific/Kiritimati', 'Kiritimati', '5:00 AM'],
    ['Australia/Sydney', 'Sydney', '8:00 AM'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires', '10:00 PM'],
    ['UTC', 'UTC', '7:00 PM'],
  ] as const) {
    expect(read(zone, '2026-12-03T09:00')).toBe(
      `Thursday, December 3, 2026 at 9:00 AM your time (${city}), ${brisbane} in Brisbane`,
    );
  }
});

test('inBothZones: once, where both clocks show the same', () => {
  for (const zone of ['Australia/Brisbane', 'Australia/Lindeman', 'Pacific/Port_Moresby']) {
    expect(read(zone, '2026-12-03T09:00')).toBe(
      'Thursday, December 3, 2026 at 9:00 AM Brisbane time',
    );
  }
  // Melbourne agrees with Brisbane in winter alone.
  expect(read('Australia/Melbourne', '2027-07-01T09:00')).toBe(
    'Thursday, July 1, 2027 at 9:00 AM Brisbane time',
  );
});

test('inBothZones: every instant in every zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instant = fc.date({
    min: new Date('1971-01-01T00:00:00Z'),
    max: new Date('2200-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zone, instant, (tz, date) => {
      const text = read(tz, date.toISOString());
      expect(text).toContain('Brisbane');
      expect(text).not.toMatch(/undefined|Invalid|NaN/);
    }),
    { numRuns: 200 },
  );
});

test('distance: in the unit that fits', () => {
  for (const [instant, text] of [
    ['2026-11-21T08:00:20.000Z', 'in 1 hour'],
    ['2026-11-21T20:00:00.000Z', 'in 12 hours'],
    ['2026-12-03T09:00:00.000Z', 'in 12 days'],
  ] as const) {
    expect(distance(instant, new Date('2026-11-21T08:00:00.000Z'))).toBe(text);
  }
});
