import { afterEach, expect, test, vi } from 'vitest';
import { dateAndTime, longDate, readersZone, timeOfDay } from './times.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.for([
  ['America/New_York', 'March\u00a09,\u00a02026', /^8:30\sPM$/],
  ['Australia/Brisbane', 'March\u00a010,\u00a02026', /^10:30\sAM$/],
] as const)('an administrator in %s reads times off their own clock', ([zone, day, time]) => {
  vi.stubEnv('TZ', zone);
  const instant = '2026-03-10T00:30:00.000Z';
  expect(readersZone()).toBe(zone);
  expect(longDate(instant)).toBe(day);
  expect(timeOfDay(instant)).toMatch(time);
  expect(dateAndTime(instant)).toBe(`${day},\u00a0${timeOfDay(instant)}`);
});
