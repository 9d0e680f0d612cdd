import { expect, it } from 'vitest';
import { onDayThere } from './dates.ts';

it('onDayThere changes an instant only for the day that is shown', () => {
  const NOW = '2026-03-01T09:00:00.000Z';
  for (const [date, expected] of [
    ['2012-05-08T10:00:00+12:00', '2012-05-08T10:00:00+12:00'],
    ['2012-05-07T20:00:00-05:00', '2012-05-07T20:00:00+10:00'],
    ['2012-05-08T01:00:00+13:00', '2012-05-08T01:00:00+10:00'],
    // Future ones, also those that would become so.
    ['2026-03-02T20:00:00-05:00', '2026-03-02T20:00:00-05:00'],
    ['2026-03-01T21:30:00+13:00', '2026-03-01T21:30:00+13:00'],
    ['Tue, 08 May 2012', 'Tue, 08 May 2012'],
    ['2012-02-31', '2012-02-31'],
  ] as const) {
    expect(onDayThere(date, 'Australia/Brisbane', NOW)).toBe(expected);
  }
});
