import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import type { Signing } from '../signing.ts';
import { type Count, createMemoryCounts, type MemoryCounts } from './memory-counts.ts';

/** A fixed window: at most `times` events in `seconds`, counted from the first. */
export type Limit = {
  name: string;
  max: number;
  seconds: number;
  /** Counted by each process for itself, also with PostgreSQL: it protects the process. */
  isLocal?: boolean;
};

/** How many events there were in the present window, and the seconds until it ends. */
export type Tally = { count: number; seconds: number };

type LimitsDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
};

/** Of each limit; some 250 bytes each. */
const MAX_KEYS = 10_000;

/** Of the shared counts. */
const PURGE_EVERY_MS = 10 * 60 * 1000;

/**
 * How often somebody may do something. Counting and deciding are one step: many may come at once.
 * There is no way to read a count without adding to it. With PostgreSQL all processes share the counts;
 * with SQLite they are in memory and end with the process. Whom they count is a keyed hash.
 */
export function createLimits({ db: { engine, query }, now, signing }: LimitsDeps) {
  const inMemory = new Map<string, MemoryCounts>();
  const ownKey = randomBytes(32);
  let purgedAt = 0;

  function memoryOf({ name, seconds }: Limit): MemoryCounts {
    const known = inMemory.get(name);
    if (known !== undefined) return known;
    const made = createMemoryCounts({ duration: seconds * 1000, maxKeys: MAX_KEYS });
    inMemory.set(name, made);
    return made;
  }

  const isShared = ({ isLocal = false }: Limit) => engine === 'postgres' && !isLocal;

  /** Without the name of anybody, neither in a dump of the database nor in one of the memory. */
  async function keyOf(limit: Limit, whom: string): Promise<string> {
    const hash = isShared(limit)
      ? await signing.sign('limit', whom)
      : createHmac('sha256', ownKey).update(whom).digest('hex');
    return `${limit.name}:${hash}`;
  }

  /** Counts one event more, whether or not that is allowed, and gives the count with it. */
  async function tally(limit: Limit, whom: string): Promise<Tally> {
    const key = await keyOf(limit, whom);
    const instant = Date.parse(now());
    const { count, endsAt } = isShared(limit)
      ? await addShared(key, instant, limit.seconds * 1000)
      : memoryOf(limit).add(key, instant);
    return { count, seconds: Math.max(Math.ceil((endsAt - instant) / 1000), 1) };
  }

  /** One statement: of events at once, each gets a number of its own. */
  async function addShared(key: string, instant: number, duration: number): Promise<Count> {
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
          // The same as `isRunning` of counts in memory.
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

  /**
   * Counts one event more.
   *
   * @returns null when it is allowed, else the seconds until the next one is
   */
  async function spend(limit: Limit, whom: string): Promise<number | null> {
    const { count, seconds } = await tally(limit, whom);
    return count <= limit.max ? null : seconds;
  }

  /**
   * The same for several limits at once.
   *
   * @returns null when all of them allow it, else the seconds that the first says that does not
   */
  async function spendAll(several: readonly Limit[], whom: string): Promise<number | null> {
    for (const limit of several) {
      const wait = await spend(limit, whom);
      if (wait !== null) return wait;
    }
    return null;
  }

  /** Takes back an event that was counted and is not to count: it was no abuse, or did not happen. */
  async function refund(several: readonly Limit[], whom: string): Promise<void> {
    for (const limit of several) {
      const key = await keyOf(limit, whom);
      const instant = Date.parse(now());
      if (!isShared(limit)) {
        memoryOf(limit).subtract(key, instant);
        continue;
      }
      await subtractShared(key, instant);
    }
  }

  /** A count of none is deleted: strangers must not fill the table with names that nobody checked. */
  async function subtractShared(key: string, instant: number): Promise<void> {
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

  /** Deletes a count. */
  async function reset(limit: Limit, whom: string): Promise<void> {
    const key = await keyOf(limit, whom);
    if (isShared(limit)) await query.deleteFrom('limits').where('key', '=', key).execute();
    else memoryOf(limit).remove(key);
  }

  /** Deletes shared counts whose window has ended; those in memory make room for others. */
  async function purgeExpired(): Promise<void> {
    await query.deleteFrom('limits').where('expire', '<', Date.parse(now())).execute();
  }

  return { spend, spendAll, tally, refund, reset, purgeExpired };
}

export type Limits = ReturnType<typeof createLimits>;
