import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Importing } from '../media/add-item.ts';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { succeed } from '../server/failure.ts';
import { failedBy, type ImportedItem, type ItemAt, toImportedItem } from './imported-item.ts';
import { mapInOrder } from './map-in-order.ts';
import type { SourceSession } from './source-session.ts';

export type ImportRun = {
  session: SourceSession;
  /** Email of an administrator; undefined for the command line. */
  by: string | undefined;
  /** Undefined for a dry run, which writes nothing. */
  importId: string | undefined;
  signal?: AbortSignal | undefined;
  /** Positions of items that are done: an interrupted import continues behind them. */
  done?: ReadonlySet<number> | undefined;
  /** Records an item in the transaction that writes its post; null only checks that the import is still under way. */
  record: (trx: Kysely<Tables>, item: ImportedItem | null) => Promise<void>;
  /** What the library needs to know of its uploads; undefined for a dry run. */
  importing?: Importing | undefined;
};

type WriteItem = (trx: Kysely<Tables>) => Promise<ImportedItem>;

/** An item that is rendered, ready to be written. */
export type PreparedItem = ItemAt & {
  /** Called when the items before it are written; what it returns is called in the item's transaction. */
  beginWriting: () => Promise<WriteItem>;
};

/** Posts that are prepared at once. Each render thread compiles its modules again, and takes memory from writers. */
const CONCURRENCY = 2;

/** Posts that are prepared before the first of them is written. */
const AHEAD = 20;

/** Prepares items, several at once, writes each in a transaction of its own, and yields it after it was committed. */
export async function* writeItems<T>(
  { query }: Pick<Database, 'query'>,
  run: ImportRun,
  items: Iterable<T>,
  prepare: (item: T) => Promise<PreparedItem>,
): AsyncGenerator<ImportedItem> {
  const prepared = mapInOrder(items, { concurrency: CONCURRENCY, ahead: AHEAD }, async (item) => {
    run.signal?.throwIfAborted();
    return prepare(item);
  });
  for await (const each of prepared) {
    run.signal?.throwIfAborted();
    const write = await each.beginWriting();
    yield run.importId === undefined ? write(query) : writeItem(query, run, each, write);
  }
}

async function writeItem(
  query: Database['query'],
  { record }: ImportRun,
  at: ItemAt,
  write: WriteItem,
): Promise<ImportedItem> {
  // The driver of SQLite works in this thread, and promises alone let no request in.
  await setImmediate();
  const written = await conflictIfSlugTaken(query, at.planned.slug, async (trx) => {
    const item = await write(trx);
    await record(trx, item);
    return succeed(item);
  });
  if (written.ok) return written.value;
  const failed = toImportedItem(at, failedBy(written));
  await inTransaction(query, (trx) => record(trx, failed));
  return failed;
}

/** An item that does not become a post. */
export function unwritten(at: ItemAt, why: Pick<ImportedItem, 'outcome' | 'reason'>): PreparedItem {
  return { ...at, beginWriting: async () => async () => toImportedItem(at, why) };
}

/** Records what became of a part of an export that is not a post. */
export async function recordPart(
  { query }: Pick<Database, 'query'>,
  { importId, record }: ImportRun,
  item: ImportedItem,
): Promise<ImportedItem> {
  if (importId !== undefined) await inTransaction(query, (trx) => record(trx, item));
  return item;
}
