import { expect, test, vi } from 'vitest';
import { forgetSoon } from './forget-soon.ts';

test('changes are shown within a second, and pages are forgotten no more often', () => {
  vi.useFakeTimers();
  try {
    const forget = vi.fn();
    const soon = forgetSoon(forget);
    for (let change = 0; change < 35; change += 1) {
      soon();
      vi.advanceTimersByTime(100);
    }
    expect(forget).toHaveBeenCalledTimes(4);
    vi.advanceTimersByTime(1_000);
    expect(forget).toHaveBeenCalledTimes(5);
    vi.advanceTimersByTime(10_000);
    expect(forget).toHaveBeenCalledTimes(5);
    soon();
    expect(forget).toHaveBeenCalledTimes(6);
  } finally {
    vi.useRealTimers();
  }
});
