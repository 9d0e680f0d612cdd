import { CLOCK_SKEW_MS } from '../clock-skew.ts';

/** A count that restarts at `endsAt` (milliseconds since 1970). */
export type Count = { count: number; endsAt: number };

/**
 * Counts of one limit in the memory of the process. Clients choose the keys, so there are at most
 * `maxKeys`: a new count evicts the oldest.
 *
 * @param duration of a window, in milliseconds
 */
export function createMemoryCounts({ duration, maxKeys }: { duration: number; maxKeys: number }) {
  /** Sorted by end, since all windows have the same duration. */
  const counts = new Map<string, Count>();

  function find(key: string, now: number): Count | undefined {
    const count = counts.get(key);
    return count !== undefined && isRunning(count, now, duration) ? count : undefined;
  }

  /** Counts one event; returns the count with it. */
  function add(key: string, now: number): Count {
    const running = find(key, now);
    if (running !== undefined) {
      running.count += 1;
      return running;
    }
    counts.delete(key);
    for (const [oldest, count] of counts) {
      if (counts.size < maxKeys && isRunning(count, now, duration)) break;
      counts.delete(oldest);
    }
    const started = { count: 1, endsAt: now + duration };
    counts.set(key, started);
    return started;
  }

  function subtract(key: string, now: number): void {
    const running = find(key, now);
    if (running !== undefined && running.count > 0) running.count -= 1;
  }

  return { add, subtract, remove: (key: string) => counts.delete(key), size: () => counts.size };
}

export type MemoryCounts = ReturnType<typeof createMemoryCounts>;

/** False also for a count that started while the clock was ahead: it would last too long. */
function isRunning({ endsAt }: Count, now: number, duration: number): boolean {
  return endsAt > now && endsAt <= now + duration + CLOCK_SKEW_MS;
}
