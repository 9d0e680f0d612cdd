import { afterEach, expect, test, vi } from 'vitest';
import { distance, inBothZones } from './zones.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  [
    'America/New_York',
    '2026-12-03T09:00',
    'Thursday, December 3, 2026 at 9:00 AM your time, Friday, December 4, 2026 at 12:00 AM in Brisbane',
  ],
  [
    'Asia/Colombo',
    '2026-12-03T09:00',
    'Thursday, December 3, 2026 at 9:00 AM your time, Thursday, December 3, 2026 at 1:30 PM in Brisbane',
  ],
  ['Australia/Lindeman', '2026-12-03T09:00', 'Thursday, December 3, 2026 at 9:00 AM Brisbane time'],
  // Melbourne agrees with Brisbane in winter alone.
  ['Australia/Melbourne', '2027-07-01T09:00', 'Thursday, July 1, 2027 at 9:00 AM Brisbane time'],
])('inBothZones: %s reads their own time and that of the site', (zone, field, text) => {
  vi.stubEnv('TZ', zone);
  expect(inBothZones(new Date(field).toISOString()).replace(/\s/g, ' ')).toBe(text);
});

test.each([
  ['2026-11-21T08:00:20.000Z', 'in 1 hour'],
  ['2026-11-21T20:00:00.000Z', 'in 12 hours'],
  ['2026-12-03T09:00:00.000Z', 'in 12 days'],
])('distance: %s is said in the unit that fits', (instant, text) => {
  expect(distance(instant, new Date('2026-11-21T08:00:00.000Z'))).toBe(text);
});
