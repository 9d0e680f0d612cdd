import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../server/db/error-code.ts';

const LEASE_RENEWAL_MS = 60_000;
const LEASE_TIMEOUT_MS = 10 * LEASE_RENEWAL_MS;

const LEASE_PREFIX = '.claim-';
const LEASE_NAME = /^\.claim-\d+$/;

type LeaseOptions = {
  folder: string;
  now: () => number;
  reportError: (error: unknown) => void;
};

/**
 * Leases the folder to this process. A lease is a numbered file, which only one process can create and whose
 * modification time its holder renews. When the holder has died, one process takes the next number.
 *
 * @returns null when another process holds the lease
 */
export async function acquireLease({
  folder,
  now,
  reportError,
}: LeaseOptions): Promise<{ release(): Promise<void> } | null> {
  const leases = (await readdir(folder)).filter((name) => LEASE_NAME.test(name));
  const latest = Math.max(0, ...leases.map((name) => Number(name.slice(LEASE_PREFIX.length))));
  if (
    latest > 0 &&
    now() - (await renewedAt(join(folder, `${LEASE_PREFIX}${latest}`))) < LEASE_TIMEOUT_MS
  ) {
    return null;
  }
  const lease = join(folder, `${LEASE_PREFIX}${latest + 1}`);
  const renew = () => utimes(lease, now() / 1000, now() / 1000);
  try {
    await (await open(lease, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return null;
    throw error;
  }
  await renew();
  for (const name of leases) await rm(join(folder, name), { force: true });
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      clearInterval(timer);
      // ENOENT: this process was suspended, and another one has taken over the lease.
      if (errorCode(error) !== 'ENOENT') reportError(error);
    });
  }, LEASE_RENEWAL_MS).unref();
  return {
    release: async () => {
      clearInterval(timer);
      await rm(lease, { force: true });
    },
  };
}

/** Infinity for a lease that was released meanwhile. */
async function renewedAt(lease: string): Promise<number> {
  return stat(lease).then(
    ({ mtimeMs }) => mtimeMs,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Number.POSITIVE_INFINITY;
      throw error;
    },
  );
}
