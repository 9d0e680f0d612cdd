import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { RunExclusive } from './picture-mutex.ts';
import type { PictureOperations } from './picture-operations.ts';
import type { PictureStore } from './picture-store.ts';
import { isPictureId } from './picture-url.ts';
import { lockPictures, type PictureUse } from './picture-uses.ts';

type RemovalDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  operations: PictureOperations;
  runExclusive: RunExclusive;
};

type Removed = {
  table: 'pictures' | 'attachments';
  noun: 'picture' | 'file';
  action: 'picture-removed' | 'file-removed';
  find: (
    id: string,
    from?: Kysely<Tables>,
  ) => Promise<{ name: string; usedIn: PictureUse[] } | null>;
  notFound: Result<never>;
};

/**
 * Removes a picture or attachment with its files; a conflict while a post uses it. From then on, saves that use it
 * are rejected ({@link refuseRemovedPictures}).
 */
export function createRemoval(deps: RemovalDeps, removed: Removed) {
  const { db, now, files, operations, runExclusive } = deps;
  const { table, noun, action, find, notFound } = removed;

  async function deleteRow(id: string, by: string | undefined): Promise<Result<void>> {
    return inTransaction(db.query, async (trx) => {
      // A save that uses it locks its row until the use is recorded.
      await lockPictures(trx, db.engine, [id], 'to delete');
      const found = await find(id, trx);
      if (found === null) return notFound;
      if (found.usedIn.length > 0) return inUse(noun, found.usedIn);
      await trx.deleteFrom(table).where('id', '=', id).execute();
      await recordEvent(trx, { at: now(), actor: by ?? null, action, subject: found.name || id });
      return succeed(undefined);
    });
  }

  return async (id: string, { by }: { by?: string | undefined } = {}): Promise<Result<void>> => {
    if (!isPictureId(id)) return notFound;
    return runExclusive(async () => {
      if ((await find(id)) === null) return notFound;
      // Throws before the row is deleted if the store cannot be reached.
      await files.has(id);
      const since = await operations.start(id, 'removal');
      try {
        const result = await deleteRow(id, by);
        if (result.ok) await files.remove(id);
        await operations.endRemoval(id, since);
        return result;
      } catch (error) {
        await operations.abandon(id, since);
        throw error;
      }
    });
  };
}

/** Titles that a conflict lists. */
const MAX_TITLES = 3;

function inUse(noun: string, uses: readonly PictureUse[]): Result<never> {
  const titles = uses
    .slice(0, MAX_TITLES)
    .map(({ title, isInTrash }) => `“${title}”${isInTrash ? ' (in the trash)' : ''}`);
  const others = uses.length - titles.length;
  if (others > 0) titles.push(`${others} more`);
  const posts = new Intl.ListFormat('en-AU').format(titles);
  return fail({
    kind: 'conflict',
    detail: `This ${noun} is used in ${posts}. ${wayOut(uses)}`,
  });
}

function wayOut(uses: readonly PictureUse[]): string {
  return uses.every(({ isInTrash }) => isInTrash)
    ? 'Permanently delete that post first, or restore it.'
    : 'Remove it there first.';
}
