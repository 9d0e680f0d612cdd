import { createLease, type LeaseDeps } from '../server/leases.ts';

/** One import runs at a time, of the command line or of administrators. The duration is in milliseconds. */
const IMPORT_LEASE = { name: 'import', duration: 60_000 } as const;

export const INTERRUPTED =
  'It was interrupted. Import the same source again to go on, or take it back.';

/** `signal` aborts when another process has the lease, because this one could not hold it in time. */
type HeldLease = { signal: AbortSignal; release: () => Promise<void> };

/** Takes the lease and holds it until it is released. Null while another process has it. */
export async function holdImportLease(deps: LeaseDeps): Promise<HeldLease | null> {
  const lease = createLease(deps, IMPORT_LEASE);
  if (!(await lease.hold())) return null;
  const lost = new AbortController();
  const hold = async () => (await lease.hold()) || lost.abort();
  const holding = setInterval(() => void hold().catch(() => undefined), IMPORT_LEASE.duration / 3);
  holding.unref();
  const release = async () => {
    clearInterval(holding);
    await lease.release();
  };
  try {
    await endCrashed(deps);
  } catch (error) {
    await release();
    throw error;
  }
  return { signal: lost.signal, release };
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
