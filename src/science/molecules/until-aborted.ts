/** The result of a task; null when `signal` aborts before it is there. */
export async function untilAborted<T>(signal: AbortSignal, task: Promise<T>): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const end = () => resolve(null);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([
      task.catch((error: unknown) => {
        // What was aborted fails.
        if (signal.aborted) return null;
        throw error;
      }),
      aborted,
    ]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
