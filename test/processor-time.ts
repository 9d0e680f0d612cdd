/** Processor time of some work, in milliseconds: other programs do not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What linear work on a megabyte stays far below; work that begins again at each of 100,000 places takes minutes. */
export const LINEAR_LIMIT_MS = 10_000;
