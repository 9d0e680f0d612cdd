import { describe, expect, test } from 'vitest';
import { hasEnded } from './has-ended.ts';

describe('a date on a roadmap', () => {
  const now = new Date('2026-11-22T00:00:00Z');

  test.each([
    ['Q4 2025', true],
    ['Q2 2026', true],
    ['Q3 2026', true],
    ['Q4 2026', false],
    ['2025', true],
    ['2026', false],
    ['2027', false],
    ['Q4 2025 to Q2 2026', true],
    ['Q3 2026 to Q1 2027', false],
    ['2028+', false],
    ['when it is ready', false],
  ])('"%s" has passed in November 2026: %s', (period, passed) => {
    expect(hasEnded(period, now)).toBe(passed);
  });

  test('has passed once its quarter is over, not before', () => {
    expect(hasEnded('Q4 2025', new Date('2025-12-31T23:59:59Z'))).toBe(false);
    expect(hasEnded('Q4 2025', new Date('2026-01-01T00:00:00Z'))).toBe(true);
  });
});
