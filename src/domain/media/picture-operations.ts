import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { addMilliseconds } from '../instants.ts';
import { PicturesUnavailableError, STALE_MS } from './picture-store.ts';

/**
 * After this time an operation is believed to have ended with its process, and another one takes over.
 * Longer than a store may take for all objects of a picture.
 */
export const OPERATION_TIMEOUT_MS = 10 * 60_000;

/** How long one operation waits for another, and how often it looks. */
const MAX_WAIT_MS = 20_000;
const POLL_INTERVAL_MS = 100;

type PictureOperationsDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/**
 * Locks on the files of pictures, as rows that all processes share: files are put and removed over
 * seconds, in a folder or a store, while no transaction could stay open. Whoever holds the row of a
 * picture may touch its files and its row in `pictures`.
 *
 * A picture's row is written after its files and deleted before them, so that a row always has its
 * files; what a crash leaves behind is files without a row, which `stale` finds.
 */
export function createPictureOperations({ db: { query }, now }: PictureOperationsDeps) {
  const ago = (milliseconds: number) => addMilliseconds(now(), -milliseconds);

  /** Began long ago, or in a future that a wrong clock made. */
  function isStale(eb: ExpressionBuilder<Tables, 'picture_operations'>) {
    return eb.or([
      eb('picture_operations.since', '<=', ago(OPERATION_TIMEOUT_MS)),
      eb('picture_operations.since', '>', ago(-OPERATION_TIMEOUT_MS)),
    ]);
  }

  /**
   * Waits until nobody else works on a picture.
   *
   * @returns the instant that names this operation to `end`
   * @throws PicturesUnavailableError when that takes too long
   */
  async function begin(id: string, kind: 'upload' | 'removal'): Promise<string> {
    const attempts = MAX_WAIT_MS / POLL_INTERVAL_MS;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const since = await tryToStart(id, kind);
      if (since !== null) return since;
      await sleep(POLL_INTERVAL_MS);
    }
    throw new PicturesUnavailableError('BUSY');
  }

  async function tryToStart(id: string, kind: 'upload' | 'removal'): Promise<string | null> {
    const operation = { kind, since: now() };
    const begun = await query
      .insertInto('picture_operations')
      .values({ picture_id: id, ...operation })
      .onConflict((row) =>
        row
          .column('picture_id')
          .doUpdateSet(operation)
          .where((eb) => eb.or([eb('picture_operations.kind', '=', 'removed'), isStale(eb)])),
      )
      .returning('since')
      .executeTakeFirst();
    return begun?.since ?? null;
  }

  /**
   * Ends an operation, in the transaction that writes the picture's row.
   *
   * @throws when another process has taken over, so that nothing is written
   */
  async function end(trx: Kysely<Tables>, id: string, since: string): Promise<void> {
    const { numDeletedRows } = await trx
      .deleteFrom('picture_operations')
      .where('picture_id', '=', id)
      .where('since', '=', since)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new PicturesUnavailableError('TAKEN_OVER');
  }

  /** Ends a removal. It is remembered for an hour, for saves of text that was written before it. */
  async function endRemoval(id: string, since: string): Promise<void> {
    await query
      .updateTable('picture_operations')
      .set({ kind: 'removed', since: now() })
      .where('picture_id', '=', id)
      .where('since', '=', since)
      .execute();
  }

  /**
   * Leaves an operation that failed to whoever works on the picture next, or to the sweep. Never throws:
   * where this cannot be written, the operation becomes stale in time.
   */
  async function abandon(id: string, since: string): Promise<void> {
    await query
      .updateTable('picture_operations')
      .set({ since: new Date(0).toISOString() })
      .where('picture_id', '=', id)
      .where('since', '=', since)
      .execute()
      .catch(() => undefined);
  }

  /** Takes over the operations that ended without a record, and forgets old removals. */
  async function takeOverStale(): Promise<{ id: string; since: string }[]> {
    await query
      .deleteFrom('picture_operations')
      .where('kind', '=', 'removed')
      .where('since', '<=', ago(STALE_MS))
      .execute();
    return query
      .updateTable('picture_operations')
      .set({ since: now() })
      .where('kind', '<>', 'removed')
      .where(isStale)
      .returning(['picture_id as id', 'since'])
      .execute();
  }

  return { begin, end, endRemoval, abandon, takeOverStale };
}
