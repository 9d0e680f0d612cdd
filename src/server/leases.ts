import { randomUUID } from 'node:crypto';
import type { Database } from './db/connect.ts';
import { addMilliseconds } from './instants.ts';

export type LeaseDeps = {
  db: Pick<Database, 'query'>;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
};

type LeaseOptions = {
  name: string;
  /** A process that has ended or hangs holds it for this long, in milliseconds. */
  duration: number;
};

export type Lease = {
  /** Takes the lease, or holds it for longer. @returns false while another process holds it */
  hold: () => Promise<boolean>;
  release: () => Promise<void>;
};

/** A lease that one of several processes holds, so that they do not do the same job at once. */
export function createLease(
  { db: { query }, now }: LeaseDeps,
  { name, duration }: LeaseOptions,
): Lease {
  const holder = randomUUID();

  async function hold(): Promise<boolean> {
    const instant = now();
    const lease = { holder, expires_at: addMilliseconds(instant, duration) };
    const { numInsertedOrUpdatedRows } = await query
      .insertInto('leases')
      .values({ name, ...lease })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(lease)
          .where(({ or, eb }) =>
            or([eb('leases.holder', '=', holder), eb('leases.expires_at', '<=', instant)]),
          ),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async function release(): Promise<void> {
    await query
      .deleteFrom('leases')
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute();
  }

  return { hold, release };
}
