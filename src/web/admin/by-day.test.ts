import { expect, test } from 'vitest';
import { byDay } from './by-day.ts';

test('what happened around midnight stands under the day that it was on the Gold Coast', () => {
  const instants = [
    '2026-03-10T14:00:01.000Z',
    '2026-03-10T14:00:00.000Z',
    '2026-03-10T13:59:59.000Z',
    '2026-03-09T00:00:00.000Z',
  ];
  expect(byDay(instants, (instant) => instant)).toEqual([
    { day: 'March 11, 2026', items: instants.slice(0, 2) },
    { day: 'March 10, 2026', items: instants.slice(2, 3) },
    { day: 'March 9, 2026', items: instants.slice(3) },
  ]);
  expect(byDay([], String)).toEqual([]);
});
