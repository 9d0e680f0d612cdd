import type { LeaseDeps } from '../server/leases.ts';
import { type HeldLease, holdLease } from './hold-lease.ts';

export const INTERRUPTED =
  'It was interrupted. Import the same source again to continue, or undo the import.';

/** One import runs at a time, of the command line or of administrators. Returns null while another one does. */
export async function holdImportLease(deps: LeaseDeps): Promise<HeldLease | null> {
  const lease = await holdLease(deps, 'import');
  try {
    if (lease !== null) await endCrashed(deps);
  } catch (error) {
    await lease?.release();
    throw error;
  }
  return lease;
}

/** Ends imports of the command line whose process has ended: this one holds the lease, so none of them runs. */
async function endCrashed({ db: { query }, now }: LeaseDeps): Promise<void> {
  await query
    .updateTable('imports')
    .set({ state: 'failed', problem: INTERRUPTED, updated_at: now() })
    .where('state', '=', 'running')
    .where('created_by', 'is', null)
    .execute();
}
