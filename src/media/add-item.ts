import type { InsertObject, Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { AuditAction } from '../accounts/audit-actions.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import type { PictureOperations } from './picture-operations.ts';

/** Who adds something to the library, and under which conditions. */
export type Addition = {
  /** Email of the uploader; without one, the program itself. */
  by?: string | undefined;
  /** Called when the files are stored, before anybody can see them; throws when the uploader may not add them any more. */
  recheck?: (() => Promise<void>) | undefined;
  /** When the import began that adds it, ISO 8601 in UTC; undefined for what a person uploads. */
  importSince?: string | undefined;
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

type AddItemDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  operations: PictureOperations;
};

/** Adds an item to the library: first its files, then its row, unless it exists. */
export function createAddItem({ db, now, operations }: AddItemDeps) {
  return async <Table extends LibraryTable, T>(
    { table, row, action, storeFiles, find }: NewItem<Table, T>,
    { by, recheck, importSince }: Addition,
  ): Promise<{ item: T; isNew: boolean }> => {
    const { id, name } = row;
    const since = await operations.start(id, 'upload', importSince);
    try {
      await storeFiles();
      await recheck?.();
      return await inTransaction(db.query, async (trx) => {
        await operations.end(trx, id, since);
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto(table)
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        const isNew = numInsertedOrUpdatedRows !== 0n;
        if (isNew) {
          await recordEvent(trx, { at: now(), actor: by ?? null, action, subject: name || id });
        }
        const item = await find(id, trx);
        if (item === null) throw new Error(`${id} was not written to ${table}`);
        return { item, isNew };
      });
    } catch (error) {
      await operations.abandon(id, since);
      throw error;
    }
  };
}

export type AddItem = ReturnType<typeof createAddItem>;
