type Options = {
  everyMs: number;
  retryMs: number;
  reportError: (error: unknown) => void;
};

/**
 * Runs at once and then repeatedly, never overlapping. A failed run is reported and retried.
 *
 * @returns stops the job and waits for the current run
 */
export function startRecurringJob(
  run: () => Promise<unknown>,
  { everyMs, retryMs, reportError }: Options,
): () => Promise<void> {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let running = runOnce();

  async function runOnce(): Promise<void> {
    const wait = await run().then(
      () => everyMs,
      (error: unknown) => {
        reportError(error);
        return retryMs;
      },
    );
    if (isEnded) return;
    timer = setTimeout(() => {
      running = runOnce();
    }, wait).unref();
  }

  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await running;
  };
}

/** @throws AggregateError of the failures, after all were tried */
export async function attemptEach<T>(
  items: Iterable<T>,
  task: (item: T) => Promise<unknown>,
  message: string,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await task(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, message);
}
