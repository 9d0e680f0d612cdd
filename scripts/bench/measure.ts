/** Two medians in milliseconds, and the second as a multiple of the first. */
export type Comparison = { first: number; second: number; ratio: number };

const WARM_UP = 50;

/** Times two calls in turn, so that whatever disturbs the machine disturbs both. */
export async function compare(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  rounds: number,
): Promise<Comparison> {
  const times: { first: number[]; second: number[] } = { first: [], second: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const one = await time(first);
    const other = await time(second);
    if (round < 0) continue;
    times.first.push(one);
    times.second.push(other);
  }
  const medians = { first: median(times.first), second: median(times.second) };
  return { ...medians, ratio: medians.second / medians.first };
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
