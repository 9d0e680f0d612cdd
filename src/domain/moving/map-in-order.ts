/** Maps items by an async function, several at once, and yields the results in the order of the items. */
export async function* mapInOrder<T, U>(
  items: Iterable<T>,
  concurrency: number,
  map: (item: T) => Promise<U>,
): AsyncGenerator<U> {
  const queue: Promise<U>[] = [];
  try {
    for (const item of items) {
      const mapped = map(item);
      // Handled when its turn comes; until then it must not end the process.
      mapped.catch(() => undefined);
      queue.push(mapped);
      if (queue.length >= concurrency) yield await (queue.shift() as Promise<U>);
    }
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield await next;
  } finally {
    await Promise.allSettled(queue);
  }
}
