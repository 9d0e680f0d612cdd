/**
 * Runs a task for each item, one after the other; one that fails does not keep the others from running.
 *
 * @throws AggregateError of the failures, after all were tried
 */
export async function attemptEach<T>(
  items: Iterable<T>,
  task: (item: T) => Promise<unknown>,
  message: string,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await task(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, message);
}
