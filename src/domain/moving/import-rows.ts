import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { mayStill } from '../access/may-still.ts';
import type { ImportRun } from './import-source.ts';
import type { ImportedItem } from './imported-item.ts';
import type { Note, System } from './source.ts';

/** An import, as administrators see it. */
export type ImportSummary = {
  id: string;
  /** The name of the file or folder. */
  name: string;
  /** Empty until an uploaded source was read. */
  system: System | '';
  /** `running` may mean that its process has crashed: then nobody holds its lease. */
  state: Tables['imports']['state'];
  total: number;
  done: number;
  notes: Note[];
  /** Why it failed; null otherwise. */
  problem: string | null;
  createdAt: string;
  /** Email of an administrator; null for the command line. */
  createdBy: string | null;
};

export function toImportSummary(row: Selectable<Tables['imports']>): ImportSummary {
  const { id, name, state, total, done, problem } = row;
  return {
    id,
    name,
    state,
    total,
    done,
    problem,
    system: row.system as System | '',
    notes: JSON.parse(row.notes),
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}

/** SQLite takes 32,766 values in a statement, and an item has twelve. */
const BATCH = 1_000;

/** Somebody has stopped, discarded or taken back an import: what it was about to write is rolled back. */
export class ImportStoppedError extends Error {
  override name = 'ImportStoppedError';
}

type RecordedItems = {
  items: readonly ImportedItem[];
  /** Email of the administrator who started it; undefined for the command line. */
  by: string | undefined;
  instant: string;
  isPlan: boolean;
};

/** Whether the person who started an import may still do so. @param email null for the command line */
export async function mayImport(query: Kysely<Tables>, email: string | null): Promise<boolean> {
  return email === null || mayStill(query, email, 'administrator');
}

/**
 * Writes items of an import, in the transaction that writes their posts.
 *
 * @throws ImportStoppedError when the import is not under way any more, or the person who started it is not an
 *   administrator any more
 */
export async function recordItems(
  trx: Kysely<Tables>,
  importId: string,
  { items, by, instant, isPlan }: RecordedItems,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set((eb) => ({
      done: eb('done', '+', items.length),
      updated_at: instant,
      // A dry run starts over after each interruption.
      ...(!isPlan && items.length > 0 && { attempts: 1 }),
    }))
    .where('id', '=', importId)
    .where('state', '=', isPlan ? 'planning' : 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n || !(await mayImport(trx, by ?? null))) {
    throw new ImportStoppedError('The import is not under way any more');
  }
  for (let at = 0; at < items.length; at += BATCH) {
    const rows = items.slice(at, at + BATCH).map((item) => ({
      import_id: importId,
      position: item.position,
      key: item.key,
      label: item.label,
      title: item.title,
      slug: item.slug,
      status: item.status,
      date: item.date,
      outcome: isPlan && item.outcome === 'imported' ? ('planned' as const) : item.outcome,
      reason: item.reason,
      notes: JSON.stringify(item.notes),
      post_id: item.postId,
    }));
    await trx.insertInto('import_items').values(rows).execute();
    const made = rows.flatMap(({ post_id }) => post_id ?? []);
    if (made.length === 0) continue;
    await trx.updateTable('posts').set({ import_id: importId }).where('id', 'in', made).execute();
  }
}

/** Keeps what an import has made in its rows. To be called while the lease is held. @param done positions that an earlier run has recorded */
export function recordsOf(
  { now }: { now: () => string },
  importId: string,
  { by, done = new Set() }: Pick<ImportRun, 'by' | 'done'> = { by: undefined },
): Required<Pick<ImportRun, 'record' | 'importing'>> {
  return {
    async record(trx, batch) {
      const items = batch.filter(({ position }) => !done.has(position));
      await recordItems(trx, importId, { items, by, instant: now(), isPlan: false });
    },
    importing: {
      since: now(),
      async onAdded(trx, id) {
        await trx
          .insertInto('import_pictures')
          .values({ import_id: importId, picture_id: id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
    },
  };
}
