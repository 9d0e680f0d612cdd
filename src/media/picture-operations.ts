import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { PicturesUnavailableError } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import { STALE_MS } from './picture-store.ts';

/**
 * After this time an operation's process is assumed dead, and another process may take over. Longer than a
 * store may take for all objects of a picture.
 */
export const OPERATION_TIMEOUT_MS = 10 * 60_000;

/** How long an operation waits for another one on the same picture. */
const MAX_WAIT_MS = 20_000;
const POLL_INTERVAL_MS = 100;

const ago = ({ now }: Site, milliseconds: number) => addMilliseconds(now(), -milliseconds);

/** Started long ago, or in the future by a wrong clock. */
function isStale(site: Site, eb: ExpressionBuilder<Tables, 'picture_operations'>) {
  return eb.or([
    eb('picture_operations.since', '<=', ago(site, OPERATION_TIMEOUT_MS)),
    eb('picture_operations.since', '>', ago(site, -OPERATION_TIMEOUT_MS)),
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
export async function startOperation(
  site: Site,
  id: string,
  kind: 'upload' | 'removal',
  importSince?: string,
): Promise<string> {
  const attempts = MAX_WAIT_MS / POLL_INTERVAL_MS;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const since = await tryToStartOperation(site, id, kind, importSince);
    if (since !== null) return since;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new PicturesUnavailableError('BUSY');
}

async function tryToStartOperation(
  site: Site,
  id: string,
  kind: 'upload' | 'removal',
  importSince = '',
): Promise<string | null> {
  const operation = { kind, since: site.now() };
  const started = await site.db.query
    .insertInto('picture_operations')
    .values({ picture_id: id, ...operation })
    .onConflict((row) =>
      row
        .column('picture_id')
        .doUpdateSet(operation)
        .where((eb) =>
          eb.or([
            eb('picture_operations.kind', '=', 'removed'),
            isStale(site, eb),
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
export async function endOperation(trx: Kysely<Tables>, id: string, since: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('picture_operations')
    .where('picture_id', '=', id)
    .where('since', '=', since)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new PicturesUnavailableError('TAKEN_OVER');
}

/** Ends a removal. Its row stays for an hour, so that saves of older text that refers to the picture fail. */
export async function endRemoval(
  { db: { query }, now }: Site,
  id: string,
  since: string,
): Promise<void> {
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
export async function abandonOperation(
  { db: { query } }: Site,
  id: string,
  since: string,
): Promise<void> {
  await query
    .updateTable('picture_operations')
    .set({ since: new Date(0).toISOString() })
    .where('picture_id', '=', id)
    .where('since', '=', since)
    .execute()
    .catch(() => undefined);
}

/** Takes over stale operations and purges old removals. */
export async function takeOverStaleOperations(
  site: Site,
): Promise<{ id: string; since: string }[]> {
  await site.db.query
    .deleteFrom('picture_operations')
    .where('kind', '=', 'removed')
    .where('since', '<=', ago(site, STALE_MS))
    .execute();
  return site.db.query
    .updateTable('picture_operations')
    .set({ since: site.now() })
    .where('kind', '<>', 'removed')
    .where((eb) => isStale(site, eb))
    .returning(['picture_id as id', 'since'])
    .execute();
}
