import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import type { Database } from '../db/connect.ts';
import type { Count } from './memory-counts.ts';

const PURGE_EVERY_MS = 10 * 60 * 1000;

type SharedCountsDeps = {
  query: Database['query'];
  /** ISO 8601 in UTC. */
  now: () => string;
};

/** Counts in the database, which all processes share; instants and durations are in milliseconds. */
export function createSharedCounts({ query, now }: SharedCountsDeps) {
  let purgedAt = 0;

  /** One statement, so that concurrent events get different counts. */
  async function add(key: string, instant: number, duration: number): Promise<Count> {
    const endsAt = instant + duration;
    if (Math.abs(instant - purgedAt) > PURGE_EVERY_MS) {
      purgedAt = instant;
      await purgeExpired();
    }
    const row = await query
      .insertInto('limits')
      .values({ key, points: 1, expire: endsAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ eb, ref }) => {
          // Must agree with `isRunning` of counts in memory.
          const isRunning = eb.and([
            eb('limits.expire', '>', instant),
            eb('limits.expire', '<=', endsAt + CLOCK_SKEW_MS),
          ]);
          return {
            points: eb
              .case()
              .when(isRunning)
              .then(eb('limits.points', '+', 1))
              .else(1)
              .end(),
            expire: eb
              .case()
              .when(isRunning)
              .then(ref('limits.expire'))
              .else(ref('excluded.expire'))
              .end(),
          };
        }),
      )
      .returning(['points', 'expire'])
      .executeTakeFirstOrThrow();
    return { count: row.points, endsAt: Number(row.expire) };
  }

  /** A count of zero is deleted, so that clients cannot fill the table with keys of their choice. */
  async function subtract(key: string, instant: number): Promise<void> {
    const running = query
      .updateTable('limits')
      .where('key', '=', key)
      .where('expire', '>', instant);
    const { numUpdatedRows } = await running
      .set((eb) => ({ points: eb('points', '-', 1) }))
      .where('points', '>', 1)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return;
    await query.deleteFrom('limits').where('key', '=', key).where('points', '<=', 1).execute();
  }

  async function remove(key: string): Promise<void> {
    await query.deleteFrom('limits').where('key', '=', key).execute();
  }

  /** Deletes counts whose window has ended. */
  async function purgeExpired(): Promise<void> {
    await query.deleteFrom('limits').where('expire', '<', Date.parse(now())).execute();
  }

  return { add, subtract, remove, purgeExpired };
}
