import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRecurringJob } from './recurring-job.ts';

const [EVERY, RETRY] = [24 * 3_600_000, 3_600_000];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A job whose runs end when the test says so. */
function startJob() {
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const end = startRecurringJob(
    () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    { everyMs: EVERY, retryMs: RETRY, reportError: (error) => errors.push(error) },
  );
  return { runs, errors, end };
}

test('a cleanup job runs at once and every day, and never beside itself', async () => {
  const { runs, errors, end } = startJob();
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3 * EVERY);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await vi.advanceTimersByTimeAsync(EVERY - 1);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await end();
  expect(errors).toEqual([]);
});

test('a cleanup job that fails says so, and is tried again within the hour; it ends with the site, which waits for it, and nothing follows', async () => {
  const { runs, errors, end } = startJob();
  const failure = new Error('SQLITE_FULL');
  runs[0]?.reject(failure);
  await vi.advanceTimersByTimeAsync(RETRY);
  expect(errors).toEqual([failure]);
  expect(runs).toHaveLength(2);
  const order: string[] = [];
  const ended = end().then(() => order.push('ended'));
  order.push('last run');
  runs[1]?.resolve();
  await ended;
  expect(order).toEqual(['last run', 'ended']);
  expect(vi.getTimerCount()).toBe(0);
});
