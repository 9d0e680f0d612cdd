type Options = {
  /** From the end of one run to the beginning of the next. */
  everyMs: number;
  /** The same after a run that failed. */
  retryMs: number;
  reportError: (error: unknown) => void;
};

/**
 * Runs a job now and again and again, never beside itself. A run that fails is reported, and the job
 * goes on.
 *
 * @returns ends the job, once a run that is under way has ended
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
