import { createLease, type LeaseDeps } from '../server/leases.ts';

/** `signal` aborts when another process has the lease, because this one could not renew it in time. */
export type HeldLease = { signal: AbortSignal; release: () => Promise<void> };

/** A crashed process holds a lease for this long, in milliseconds. */
const DURATION = 60_000;

/** Acquires a lease and renews it until it is released. Returns null while another process holds it. */
export async function holdLease(deps: LeaseDeps, name: string): Promise<HeldLease | null> {
  const lease = createLease(deps, { name, duration: DURATION });
  if (!(await lease.hold())) return null;
  const lost = new AbortController();
  const renew = async () => (await lease.hold()) || lost.abort();
  const renewing = setInterval(() => void renew().catch(() => undefined), DURATION / 3);
  renewing.unref();
  const release = async () => {
    clearInterval(renewing);
    await lease.release();
  };
  return { signal: lost.signal, release };
}
