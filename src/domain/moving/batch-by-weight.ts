import { setImmediate } from 'node:timers/promises';

/** Posts of one transaction. Other writers wait for it: it takes a tenth of a second. */
const BATCH = 10;

/** UTF-16 code units of their texts: one that has more is alone. */
const MAX_WEIGHT = 500_000;

/** Puts together what one transaction writes. Requests are answered between two of them. */
export async function* batchByWeight<T>(
  items: AsyncIterable<T>,
  weightOf: (item: T) => number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let weight = 0;
  for await (const item of items) {
    batch.push(item);
    weight += weightOf(item);
    if (batch.length < BATCH && weight < MAX_WEIGHT) continue;
    yield batch;
    [batch, weight] = [[], 0];
    // The driver of SQLite works in this thread, and promises alone let no request in.
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}
