import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { ImportStoppedError, mayImport } from './import-rows.ts';

/** Milliseconds. A stop may have been asked of another instance: only the row tells it. */
const INTERVAL_MS = 500;

/** An import under way, as it was when it began. */
export type Job = Pick<Tables['imports'], 'id' | 'state' | 'created_by'>;

/**
 * Reads the row of an import while it runs. `signal` aborts with `ImportStoppedError` soon after somebody has stopped or
 * discarded it, or the person who started it is not an administrator any more.
 */
export function watchImport(
  query: Kysely<Tables>,
  { id, state, created_by }: Job,
): { signal: AbortSignal; end: () => void } {
  const stopped = new AbortController();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const row = await query
        .selectFrom('imports')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.state === state && (await mayImport(query, created_by))) return;
      stopped.abort(new ImportStoppedError('The import is not under way any more'));
    } finally {
      isLooking = false;
    }
  };
  // What cannot be read now is read the next time.
  const looking = setInterval(() => void look().catch(() => undefined), INTERVAL_MS);
  looking.unref();
  return { signal: stopped.signal, end: () => clearInterval(looking) };
}
