import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { succeed } from '../../failure.ts';
import { refuseRemovedPictures } from '../media/picture-uses.ts';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import {
  type ImportedItem,
  imported,
  notImported,
  type Prepared,
  type Writable,
} from './imported-item.ts';
import { reasonOf } from './reason-of.ts';
import { addRedirect } from './redirects.ts';

type Import = {
  importId: string;
  /** Writes what belongs to the items, in the transaction that writes their posts. */
  record: (trx: Kysely<Tables>, items: readonly ImportedItem[]) => Promise<void>;
};

/** @param now the present instant, ISO 8601 in UTC */
export function createItemWriting({ db, now }: { db: Database; now: () => string }) {
  /** In one transaction; one by one where a slug was taken at this moment. */
  async function writeItems(batch: readonly Prepared[], to: Import): Promise<ImportedItem[]> {
    const together = await conflictIfSlugTaken(db.query, '', async (trx) =>
      succeed(await writeAll(trx, to, batch)),
    );
    if (together.ok) return together.value;
    const items: ImportedItem[] = [];
    for (const each of batch) items.push(await writeAlone(to, each));
    return items;
  }

  async function writeAlone(to: Import, each: Prepared): Promise<ImportedItem> {
    const { slug } = each.planned;
    const written = await conflictIfSlugTaken(db.query, slug, async (trx) =>
      succeed(await writeAll(trx, to, [each])),
    );
    const [item] = written.ok ? written.value : [];
    if (item !== undefined) return item;
    const reason = written.ok ? '' : reasonOf(written);
    const failed = notImported(each.planned, each.position, { outcome: 'failed', reason });
    await inTransaction(db.query, (trx) => to.record(trx, [failed]));
    return failed;
  }

  async function writeAll(
    trx: Kysely<Tables>,
    to: Import,
    batch: readonly Prepared[],
  ): Promise<ImportedItem[]> {
    const items: ImportedItem[] = [];
    for (const each of batch) {
      items.push(each.post === null ? each.item : await writePost(trx, to, each));
    }
    await to.record(trx, items);
    return items;
  }

  async function writePost(trx: Kysely<Tables>, to: Import, each: Writable): Promise<ImportedItem> {
    const { planned, position, post } = each;
    const refusal = await refuseRemovedPictures(trx, db.engine, post.input);
    if (refusal !== null && !refusal.ok) {
      const failure = { outcome: 'failed', reason: reasonOf(refusal) } as const;
      return notImported(planned, position, failure);
    }
    const written = await each.write(trx);
    const { id } = written;
    if (id === null) throw new Error(`${planned.slug} was not written`);
    const instant = now();
    for (const { from, to: target } of post.redirects) {
      const leads = target === null ? { postId: id } : { target };
      await addRedirect(trx, { from, to: leads, importId: to.importId }, instant);
    }
    return imported(each, written);
  }

  return { writeItems };
}
