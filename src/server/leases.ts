import { randomUUID } from 'node:crypto';
import type { Database } from './db/connect.ts';
import { addMilliseconds } from './instants.ts';

/**
 * A lease that one of several processes holds, so that they do not do the same job at once.
 *
 * @param lease a process that has ended or hangs holds it for its duration, in milliseconds
 */
export function createLease(
  { db: { query }, now }: { db: Pick<Database, 'query'>; now: () => string },
  { name, duration }: { name: string; duration: number },
) {
  const holder = randomUUID();

  /** Takes the lease, or holds it for longer. @returns false while another process holds it */
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
