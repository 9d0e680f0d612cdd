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
  if (8 * (await timeOf(work, size / 2)) < SLOW) return;
  for (let attempt = 0; attempt < 5; attempt++) {
    // Code that runs for the first time is slow for small sizes, too.
    await work(size / 8);
    const half = await timeOf(work, size / 2);
    if (8 * half < SLOW) return;
    const time = half > 4 * SLOW ? half : await timeOf(work, size);
    if (time < SLOW) return;
    const short = await timeOf(work, half > 4 * SLOW ? size / 8 : size / 4);
    ratio = time / short;
    if (ratio < 7.5) return;
  }
  expect([name, ratio]).toEqual([name, 'about 4']);
}

/** Measures this thread's processor: other work of the machine counts for nothing. */
async function timeOf(work: (size: number) => unknown, size: number): Promise<number> {
  const start = process.threadCpuUsage();
  await work(size);
  return process.threadCpuUsage(start).user / 1_000;
}
