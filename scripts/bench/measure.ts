/** Two medians in milliseconds, and the second as a multiple of the first. */
export type Comparison = { first: number; second: number; ratio: number };

const WARM_UP = 50;

/**
 * Times two calls in turn, so that whatever disturbs the machine disturbs both.
 *
 * @param mostSeconds there are fewer rounds than asked for when they would take longer; at least one
 */
export async function compare(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  rounds: number,
  mostSeconds = Number.POSITIVE_INFINITY,
): Promise<Comparison> {
  await timeInTurn(first, second, WARM_UP, mostSeconds / 5);
  const times = await timeInTurn(first, second, rounds, mostSeconds);
  const medians = { first: median(times.first), second: median(times.second) };
  return { ...medians, ratio: medians.second / medians.first };
}

async function timeInTurn(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  rounds: number,
  mostSeconds: number,
) {
  const times: { first: number[]; second: number[] } = { first: [], second: [] };
  const deadline = performance.now() + mostSeconds * 1000;
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && performance.now() > deadline) break;
    times.first.push(await time(first));
    times.second.push(await time(second));
  }
  return times;
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** Of numbers in any order. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
