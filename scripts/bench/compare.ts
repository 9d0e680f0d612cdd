import { median } from '../harness/statistics.ts';

/** Medians in milliseconds, and `second / first`. */
export type Comparison = { first: number; second: number; ratio: number };

const WARM_UP = 50;

/**
 * Times two calls in turn, so that a disturbance of the machine affects both.
 *
 * @param maxSeconds ends the rounds early, after the first at the earliest
 */
export async function compare(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  rounds: number,
  maxSeconds = Number.POSITIVE_INFINITY,
): Promise<Comparison> {
  await timeInTurn(first, second, WARM_UP, maxSeconds / 5);
  const times = await timeInTurn(first, second, rounds, maxSeconds);
  const medians = { first: median(times.first), second: median(times.second) };
  return { ...medians, ratio: medians.second / medians.first };
}

async function timeInTurn(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  rounds: number,
  maxSeconds: number,
) {
  const times: { first: number[]; second: number[] } = { first: [], second: [] };
  const deadline = performance.now() + maxSeconds * 1000;
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && performance.now() > deadline) break;
    times.first.push(await time(first));
    times.second.push(await time(second));
  }
  return times;
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}
