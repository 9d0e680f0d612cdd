import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { PicturesUnavailableError } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import { STALE_MS } from './picture-store.ts';

/**
 * After this time an operation's process is assumed dead, and another process may take over. Longer than a
 * store may take for all objects of a picture.
 */
export const OPERATION_TIMEOUT_MS = 10 * 60_000;

/** How long an operation waits for another one on the same picture. */
const MAX_WAIT_MS = 20_000;
const POLL_INTERVAL_MS = 100;

type PictureOperationsDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
};

/**
 * Locks on pictures, as rows that all processes share: writing and removing files takes seconds, for which no
 * transaction can stay open. Only the process that holds a picture's row may touch its files and its row in
 * `pictures`.
 *
 * A picture's row is written after its files and deleted before them, so that a row always has its files; a
 * crash can only leave files without a row, which `takeOverStale` finds.
 */
export function createPictureOperations({ db: { query }, now }: PictureOperationsDeps) {
  const ago = (milliseconds: number) => addMilliseconds(now(), -milliseconds);

  /** Started long ago, or in the future by a wrong clock. */
  function isStale(eb: ExpressionBuilder<Tables, 'picture_operations'>) {
    return eb.or([
      eb('picture_operations.since', '<=', ago(OPERATION_TIMEOUT_MS)),
      eb('picture_operations.since', '>', ago(-OPERATION_TIMEOUT_MS)),
    ]);
  }

  /**
   * Locks a picture; waits while another operation holds it.
   *
   * @param importSince when the import began to run that adds it, ISO 8601 in UTC. It does not wait for older uploads: an
   * import that crashed has left them behind. A person who uploads the same bytes is told to try again
   * @returns the start of this operation, which identifies it in `end`
   * @throws PicturesUnavailableError after `MAX_WAIT_MS`
   */
  async function start(
    id: string,
    kind: 'upload' | 'removal',
    importSince?: string,
  ): Promise<string> {
    const attempts = MAX_WAIT_MS / POLL_INTERVAL_MS;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const since = await tryToStart(id, kind, importSince);
      if (since !== null) return since;
      await sleep(POLL_INTERVAL_MS);
    }
    throw new PicturesUnavailableError('BUSY');
  }

  async function tryToStart(
    id: string,
    kind: 'upload' | 'removal',
    importSince = '',
  ): Promise<string | null> {
    const operation = { kind, since: now() };
    const started = await query
      .insertInto('picture_operations')
      .values({ picture_id: id, ...operation })
      .onConflict((row) =>
        row
          .column('picture_id')
          .doUpdateSet(operation)
          .where((eb) =>
            eb.or([
              eb('picture_operations.kind', '=', 'removed'),
              isStale(eb),
              eb.and([
                eb('picture_operations.kind', '=', kind),
                eb('picture_operations.since', '<', importSince),
              ]),
            ]),
          ),
      )
      .returning('since')
      .executeTakeFirst();
    return started?.since ?? null;
  }

  /**
   * Ends an operation, in the transaction that writes the picture's row.
   *
   * @throws PicturesUnavailableError when another process has taken over, which rolls the transaction back
   */
  async function end(trx: Kysely<Tables>, id: string, since: string): Promise<void> {
    const { numDeletedRows } = await trx
      .deleteFrom('picture_operations')
      .where('picture_id', '=', id)
      .where('since', '=', since)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new PicturesUnavailableError('TAKEN_OVER');
  }

  /** Ends a removal. Its row stays for an hour, so that saves of older text that refers to the picture fail. */
  async function endRemoval(id: string, since: string): Promise<void> {
    await query
      .updateTable('picture_operations')
      .set({ kind: 'removed', since: now() })
      .where('picture_id', '=', id)
      .where('since', '=', since)
      .execute();
  }

  /**
   * Makes a failed operation stale at once, so that the next operation or the sweep takes over. Never throws: if
   * this write fails, the operation becomes stale after its timeout.
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

  /** Takes over stale operations and purges old removals. */
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

  return { start, end, endRemoval, abandon, takeOverStale };
}

export type PictureOperations = ReturnType<typeof createPictureOperations>;
