import { afterEach, expect, test, vi } from 'vitest';
import { byDay } from './by-day.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('events around midnight are listed under the day of the reader’s calendar', () => {
  const instants = [
    '2026-03-10T14:00:01.000Z',
    '2026-03-10T14:00:00.000Z',
    '2026-03-10T13:59:59.000Z',
    '2026-03-09T00:00:00.000Z',
  ];
  vi.stubEnv('TZ', 'Australia/Brisbane');
  expect(byDay(instants, (instant) => instant)).toEqual([
    { day: 'March\u00a011,\u00a02026', items: instants.slice(0, 2) },
    { day: 'March\u00a010,\u00a02026', items: instants.slice(2, 3) },
    { day: 'March\u00a09,\u00a02026', items: instants.slice(3) },
  ]);
  vi.stubEnv('TZ', 'America/New_York');
  expect(byDay(instants, (instant) => instant)).toEqual([
    { day: 'March\u00a010,\u00a02026', items: instants.slice(0, 3) },
    { day: 'March\u00a08,\u00a02026', items: instants.slice(3) },
  ]);
  expect(byDay([], String)).toEqual([]);
});
