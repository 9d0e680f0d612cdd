/** Runs tasks one after the other: processing a picture takes much memory. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

export type RunExclusive = ReturnType<typeof createMutex>;
