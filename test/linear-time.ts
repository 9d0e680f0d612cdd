import { expect } from 'vitest';

/** Milliseconds from which a time says something. */
const SLOW = 150;

/**
 * Fails for work whose time grows with the square of its size: 16 times for four times as much.
 *
 * @param name is shown when it fails
 */
export async function expectLinear(
  name: string,
  work: (size: number) => unknown,
  size: number,
): Promise<void> {
  let ratio = 0;
  // Half of the size first: one that takes minutes is found in seconds, and most need not be tried whole.
  if (8 * (await processorTime(() => work(size / 2))) < SLOW) return;
  for (let attempt = 0; attempt < 5; attempt++) {
    // Code that runs for the first time is slow for small sizes, too.
    await work(size / 8);
    const half = await processorTime(() => work(size / 2));
    if (8 * half < SLOW) return;
    const time = half > 4 * SLOW ? half : await processorTime(() => work(size));
    if (time < SLOW) return;
    const short = await processorTime(() => work(half > 4 * SLOW ? size / 8 : size / 4));
    ratio = time / short;
    if (ratio < 7.5) return;
  }
  expect([name, ratio]).toEqual([name, 'about 4']);
}

/** Processor time of this thread, in milliseconds: other work of the machine counts for nothing. */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  return process.threadCpuUsage(start).user / 1_000;
}

/** What linear work on a megabyte stays far below; work that begins again at each of 100,000 places takes minutes. */
export const LINEAR_LIMIT_MS = 10_000;
