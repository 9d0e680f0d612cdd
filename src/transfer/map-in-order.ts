type Options = {
  /** Items that are mapped at once. */
  concurrency: number;
  /** Items that are begun or done before the result of the first of them is read. */
  ahead: number;
};

/** Maps items by an async function, several at once, and yields the results in the order of the items. */
export async function* mapInOrder<T, U>(
  items: Iterable<T>,
  { concurrency, ahead }: Options,
  map: (item: T) => Promise<U>,
): AsyncGenerator<U> {
  const queue: Promise<U>[] = [];
  const ended: Promise<unknown>[] = Array.from({ length: concurrency }, async () => undefined);
  const reading = new AbortController();
  let slot = 0;
  try {
    for (const item of items) {
      const mapped = (ended[slot] as Promise<unknown>).then(() => {
        reading.signal.throwIfAborted();
        return map(item);
      });
      // A failure is handled when the result is read: until then it must not count as an unhandled rejection.
      ended[slot] = mapped.catch(() => undefined);
      slot = (slot + 1) % concurrency;
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
