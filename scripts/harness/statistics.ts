/** The upper median of unsorted numbers, NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The nearest-rank percentile of unsorted numbers, NaN for none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(Math.ceil((sorted.length * percent) / 100), sorted.length) - 1;
  return sorted[at] ?? Number.NaN;
}
