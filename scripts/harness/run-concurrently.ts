/** Runs up to `concurrency` tasks at once until `next` returns undefined. */
export async function runConcurrently(
  concurrency: number,
  next: () => Promise<unknown> | undefined,
): Promise<void> {
  const worker = async () => {
    for (let task = next(); task !== undefined; task = next()) await task;
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
