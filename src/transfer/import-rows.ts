import type { Kysely, Selectable } from 'kysely';
import { mayStill } from '../accounts/may-still.ts';
import type { Tables } from '../server/db/tables.ts';
import type { ImportedItem } from './imported-item.ts';
import type { Note, System } from './source.ts';
import type { ImportRun } from './write-items.ts';

/** An import, as administrators see it. */
export type ImportSummary = {
  id: string;
  /** The name of the file or folder. */
  name: string;
  /** Empty until an uploaded source was read. */
  system: System | '';
  /** May be `running` after its process has crashed: then nobody holds the lease. */
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

type NewImport = Pick<ImportSummary, 'id' | 'name' | 'createdBy'> & {
  state: 'uploading' | 'running';
  attempts: number;
  instant: string;
};

/** Inserts an import whose source is not read yet. */
export async function insertImport(
  query: Kysely<Tables>,
  { id, name, createdBy, state, attempts, instant }: NewImport,
): Promise<void> {
  await query
    .insertInto('imports')
    .values({
      id,
      name,
      system: '',
      state,
      total: 0,
      done: 0,
      notes: '[]',
      attempts,
      problem: null,
      created_at: instant,
      created_by: createdBy,
      updated_at: instant,
    })
    .execute();
}

/** Deletes an import in one of these states if it has made nothing; returns true if it did. */
export async function deleteUnmade(
  query: Kysely<Tables>,
  id: string,
  states: readonly ImportSummary['state'][],
): Promise<boolean> {
  const made = query
    .selectFrom('import_items')
    .select('position')
    .where('import_id', '=', id)
    .where('outcome', 'in', ['imported', 'taken-back']);
  const { numDeletedRows } = await query
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('state', 'in', states)
    .where(({ not, exists }) => not(exists(made)))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Somebody has stopped, discarded or taken back an import: its current transaction is rolled back. */
export class ImportStoppedError extends Error {
  override name = 'ImportStoppedError';
}

type Recorded = {
  /** Null only checks that the import is still under way. */
  item: ImportedItem | null;
  /** Email of the administrator who started it; undefined for the command line. */
  by: string | undefined;
  instant: string;
  isPlan: boolean;
};

/** Returns true while the person who started an import may still import. @param email null for the command line */
export async function mayImport(query: Kysely<Tables>, email: string | null): Promise<boolean> {
  return email === null || mayStill(query, email, 'administrator');
}

/**
 * Writes an item of an import, in the transaction that writes its post.
 *
 * @throws ImportStoppedError when the import is not under way any more, or the person who started it is not an
 *   administrator any more
 */
export async function recordItem(
  trx: Kysely<Tables>,
  importId: string,
  { item, by, instant, isPlan }: Recorded,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set((eb) => ({
      done: eb('done', '+', item === null ? 0 : 1),
      updated_at: instant,
      // A dry run starts over after each interruption.
      ...(!isPlan && item !== null && { attempts: 1 }),
    }))
    .where('id', '=', importId)
    .where('state', '=', isPlan ? 'planning' : 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n || !(await mayImport(trx, by ?? null))) {
    throw new ImportStoppedError('The import is no longer running');
  }
  if (item === null) return;
  const { postId, notes, outcome, ...columns } = item;
  await trx
    .insertInto('import_items')
    .values({
      ...columns,
      import_id: importId,
      outcome: isPlan && outcome === 'imported' ? 'planned' : outcome,
      notes: JSON.stringify(notes),
      post_id: postId,
    })
    .execute();
  if (postId === null) return;
  await trx.updateTable('posts').set({ import_id: importId }).where('id', '=', postId).execute();
}

/** Records what an import makes in its rows. Called while the lease is held. @param done positions that an earlier run has recorded */
export function recordsOf(
  { now }: { now: () => string },
  importId: string,
  { by, done = new Set() }: Pick<ImportRun, 'by' | 'done'> = { by: undefined },
): Required<Pick<ImportRun, 'record' | 'importing'>> {
  return {
    async record(trx, each) {
      const item = each === null || done.has(each.position) ? null : each;
      await recordItem(trx, importId, { item, by, instant: now(), isPlan: false });
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
