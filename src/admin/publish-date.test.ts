import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publishDateField, publishInstant } from './publish-date.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('a time on the author’s clock is published at that instant', () => {
  expect(publishDateField('2026-01-15T14:30:45.123Z')).toBe('2026-01-15T09:30');
  expect(publishDateField(null)).toBe('');
  expect(publishInstant('2026-07-15T09:30', null)).toBe('2026-07-15T13:30:00.000Z');
  expect(publishInstant('', '2026-01-15T14:30:45.123Z')).toBeNull();
});

test('an edit that leaves the date alone moves it neither by seconds nor over a change of the clocks', () => {
  const [summerTime, standardTime] = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'];
  expect(publishDateField(summerTime)).toBe(publishDateField(standardTime));
  for (const stored of ['2026-01-15T14:30:45.123Z', summerTime, standardTime]) {
    expect(publishInstant(publishDateField(stored), stored)).toBe(stored);
  }
});

test('publishInstant: a time that the clocks skip is the one after, one that they repeat is the first', () => {
  for (const [zone, field, instant] of [
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
  ] as const) {
    vi.stubEnv('TZ', zone);
    expect(publishInstant(field, null)).toBe(instant);
  }
});
