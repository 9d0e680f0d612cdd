import type { InsertObject, Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { AuditAction } from '../accounts/audit-actions.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import type { Site } from '../site.ts';

/** Who adds something to the library, and under which conditions. */
export type Addition = {
  /** Email of the uploader; without one, the program itself. */
  by?: string | undefined;
  /** Called when the files are stored, before anybody can see them; throws when the uploader may not add them any more. */
  recheck?: (() => Promise<void>) | undefined;
};

/** What a person uploads has the name of its file. */
export type Upload = Addition & { name: string };

type LibraryTable = 'pictures' | 'attachments';

type NewItem<Table extends LibraryTable, T> = {
  table: Table;
  row: InsertObject<Tables, Table> & { id: string; name: string };
  action: AuditAction;
  storeFiles: () => Promise<void>;
  find: (id: string, from: Kysely<Tables>) => Promise<T | null>;
};

/** Adds an item to the library: first its files, then its row, unless it exists. */
export async function addItem<Table extends LibraryTable, T>(
  site: Site,
  { table, row, action, storeFiles, find }: NewItem<Table, T>,
  { by, recheck }: Addition,
): Promise<{ item: T; isNew: boolean }> {
  const { id, name } = row;
  // Without a row, nobody sees them, and the sweep removes them after a day.
  await storeFiles();
  await recheck?.();
  return inTransaction(site.db.query, async (trx) => {
    await trx.deleteFrom('picture_operations').where('picture_id', '=', id).execute();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const isNew = numInsertedOrUpdatedRows !== 0n;
    if (isNew) {
      await recordEvent(trx, { at: site.now(), actor: by ?? null, action, subject: name || id });
    }
    const item = await find(id, trx);
    if (item === null) throw new Error(`${id} was not written to ${table}`);
    return { item, isNew };
  });
}
