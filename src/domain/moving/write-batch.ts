import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Result, succeed } from '../../failure.ts';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import { type ImportedItem, notImported } from './imported-item.ts';
import type { PlannedItem } from './plan.ts';
import { reasonOf } from './reason-of.ts';
import type { ItemHead } from './source-session.ts';

type Planned = { planned: PlannedItem<ItemHead>; position: number };

type Writing<Item> = {
  write: (trx: Kysely<Tables>, item: Item) => Promise<ImportedItem>;
  /** Writes what belongs to the items, in the transaction that writes their posts. */
  record: (trx: Kysely<Tables>, items: readonly ImportedItem[]) => Promise<void>;
  postChanged: (id: string) => Promise<void>;
};

/** Writes items in one transaction; one by one where a slug was taken at this moment. */
export async function writeBatch<Item extends Planned>(
  query: Kysely<Tables>,
  batch: readonly Item[],
  { write, record, postChanged }: Writing<Item>,
): Promise<ImportedItem[]> {
  const writeAll = (some: readonly Item[]): Promise<Result<ImportedItem[]>> =>
    conflictIfSlugTaken(query, some[0]?.planned.slug ?? '', async (trx) => {
      const items: ImportedItem[] = [];
      for (const each of some) items.push(await write(trx, each));
      await record(trx, items);
      return succeed(items);
    });
  const writeAlone = async (each: Item): Promise<ImportedItem[]> => {
    const alone = await writeAll([each]);
    if (alone.ok) return alone.value;
    const failure = { outcome: 'failed', reason: reasonOf(alone) } as const;
    const failed = [notImported(each.planned, each.position, failure)];
    await inTransaction(query, (trx) => record(trx, failed));
    return failed;
  };
  const together = await writeAll(batch);
  const items = together.ok ? together.value : [];
  if (!together.ok) for (const each of batch) items.push(...(await writeAlone(each)));
  const published = items.filter(({ status }) => status === 'published');
  await Promise.all(published.map(({ postId }) => postId !== null && postChanged(postId)));
  return items;
}
