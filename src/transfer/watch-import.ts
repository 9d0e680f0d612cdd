import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { ImportStoppedError, mayImport } from './import-rows.ts';

/** Milliseconds. Another instance may have received the stop: only the row has it. */
const INTERVAL_MS = 500;

/** An import under way, as it was when it began. */
export type Job = Pick<Tables['imports'], 'id' | 'state' | 'created_by'>;

/**
 * Reads the row of an import while it runs. `signal` aborts with `ImportStoppedError` soon after somebody has stopped or
 * discarded it, or the person who started it is not an administrator any more.
 */
export function watchImport(
  query: Kysely<Tables>,
  job: Job,
): { signal: AbortSignal; end: () => void } {
  const [stopped, ended] = [new AbortController(), new AbortController()];
  const watch = async () => {
    do await setTimeout(INTERVAL_MS, undefined, { ref: false, signal: ended.signal });
    while (
      // What cannot be read now is read the next time.
      await isUnderWay(query, job).catch(() => true)
    );
    stopped.abort(new ImportStoppedError('The import is no longer running'));
  };
  // Only its end rejects it.
  void watch().catch(() => undefined);
  return { signal: stopped.signal, end: () => ended.abort() };
}

async function isUnderWay(query: Kysely<Tables>, job: Job): Promise<boolean> {
  const row = await query
    .selectFrom('imports')
    .select('state')
    .where('id', '=', job.id)
    .executeTakeFirst();
  return row?.state === job.state && (await mayImport(query, job.created_by));
}
