type Options = {
  /** Items that are mapped at once: one of each lane. */
  lanes: number;
  /** Items that are begun or done before the result of the first of them is read. */
  ahead: number;
};

/** Maps items by an async function, several at once, and yields the results in the order of the items. */
export async function* mapInOrder<T, U>(
  items: Iterable<T>,
  { lanes, ahead }: Options,
  map: (item: T) => Promise<U>,
): AsyncGenerator<U> {
  const queue: Promise<U>[] = [];
  const ended: Promise<unknown>[] = Array.from({ length: lanes }, async () => undefined);
  const reading = new AbortController();
  let lane = 0;
  try {
    for (const item of items) {
      const mapped = (ended[lane] as Promise<unknown>).then(() => {
        reading.signal.throwIfAborted();
        return map(item);
      });
      // A failure is handled when its turn comes; until then it must not end the process.
      ended[lane] = mapped.catch(() => undefined);
      lane = (lane + 1) % lanes;
      queue.push(mapped);
      if (queue.length >= ahead) yield await (queue.shift() as Promise<U>);
    }
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield await next;
  } finally {
    // A reader who stops waits for what is being mapped; nothing else is begun.
    reading.abort();
    await Promise.allSettled(queue);
  }
}
