import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentYear, longDate, timeOfDay } from './dates.ts';

describe.each(['America/New_York', 'Pacific/Auckland'])('to a reader in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  test('a date is the US long one of the Gold Coast, as the server wrote it', () => {
    expect(longDate('2025-01-15T00:00:00.000Z')).toBe('January 15, 2025');
    expect(longDate('2026-03-10T14:00:00.000Z')).toBe('March 11, 2026');
    expect(longDate('2026-03-10T13:59:59.999Z')).toBe('March 10, 2026');
  });

  test('a time of day is that of the Gold Coast', () => {
    // The space is U+202F, narrow and non-breaking.
    expect(timeOfDay('2026-03-10T13:59:59.999Z')).toMatch(/^11:59\sPM$/);
    expect(timeOfDay('2026-03-10T14:00:00.000Z')).toMatch(/^12:00\sAM$/);
  });

  test('the copyright line has the year that it is where we are', () => {
    vi.useFakeTimers({ now: new Date('2026-12-31T13:59:59.999Z') });
    expect(currentYear()).toBe('2026');
    vi.setSystemTime('2026-12-31T14:00:00.000Z');
    expect(currentYear()).toBe('2027');
  });
});
