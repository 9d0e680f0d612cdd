import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { succeed } from '../server/failure.ts';
import { type ImportedItem, notImported } from './imported-item.ts';
import type { PlannedItem } from './plan.ts';
import { reasonOf } from './reason-of.ts';
import type { ItemHead } from './source-session.ts';

type Writing = {
  planned: PlannedItem<ItemHead>;
  position: number;
  write: (trx: Kysely<Tables>) => Promise<ImportedItem>;
  /** Writes what belongs to the item, in the transaction that writes its post. */
  record: (trx: Kysely<Tables>, item: ImportedItem) => Promise<void>;
};

/** Writes an item in a transaction of its own. */
export async function writeItem(
  query: Kysely<Tables>,
  { planned, position, write, record }: Writing,
): Promise<ImportedItem> {
  // The driver of SQLite works in this thread, and promises alone let no request in.
  await setImmediate();
  const written = await conflictIfSlugTaken(query, planned.slug, async (trx) => {
    const item = await write(trx);
    await record(trx, item);
    return succeed(item);
  });
  if (!written.ok) {
    const failure = { outcome: 'failed', reason: reasonOf(written) } as const;
    const failed = notImported(planned, position, failure);
    await inTransaction(query, (trx) => record(trx, failed));
    return failed;
  }
  return written.value;
}
