import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { CLOCK_SKEW_MS } from '../clock-skew.ts';
import type { Signing } from '../signing.ts';
import { type Count, createMemoryCounts, type MemoryCounts } from './memory-counts.ts';

/** A fixed window: at most `max` events in `seconds`, counted from the first. */
export type Limit = {
  name: string;
  max: number;
  seconds: number;
  /** Each process counts for itself, also with PostgreSQL: the limit protects the process. */
  isLocal?: boolean;
};

/** The events in the present window, and the seconds until it ends. */
export type Tally = { count: number; seconds: number };

type LimitsDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
};

/** Per limit; a key takes some 250 bytes. */
const MAX_KEYS = 10_000;

const PURGE_EVERY_MS = 10 * 60 * 1000;

/**
 * Rate limits. Counting and deciding are one step, since many events may come at once: there is no way
 * to read a count without adding to it. With PostgreSQL all processes share the counts; with SQLite they
 * are in memory and end with the process. Their keys are keyed hashes of emails, networks and accounts.
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

  /** Hashed, so that neither a dump of the database nor one of the memory names a person. */
  async function keyOf(limit: Limit, subject: string): Promise<string> {
    const hash = isShared(limit)
      ? await signing.sign('limit', subject)
      : createHmac('sha256', ownKey).update(subject).digest('hex');
    return `${limit.name}:${hash}`;
  }

  /** Counts an event, whether or not it is allowed, and returns the count with it. */
  async function tally(limit: Limit, subject: string): Promise<Tally> {
    const key = await keyOf(limit, subject);
    const instant = Date.parse(now());
    const { count, endsAt } = isShared(limit)
      ? await addShared(key, instant, limit.seconds * 1000)
      : memoryOf(limit).add(key, instant);
    return { count, seconds: Math.max(Math.ceil((endsAt - instant) / 1000), 1) };
  }

  /** One statement, so that concurrent events get different counts. */
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

  /**
   * Counts an event.
   *
   * @returns null when it is allowed, else the seconds until the next one is
   */
  async function spend(limit: Limit, subject: string): Promise<number | null> {
    const { count, seconds } = await tally(limit, subject);
    return count <= limit.max ? null : seconds;
  }

  /**
   * Counts an event in several limits, until one of them refuses it.
   *
   * @returns null when all of them allow it, else the seconds of the one that refuses it
   */
  async function spendAll(all: readonly Limit[], subject: string): Promise<number | null> {
    for (const limit of all) {
      const wait = await spend(limit, subject);
      if (wait !== null) return wait;
    }
    return null;
  }

  /** Takes an event back that was no abuse or did not happen. */
  async function refund(all: readonly Limit[], subject: string): Promise<void> {
    for (const limit of all) {
      const key = await keyOf(limit, subject);
      const instant = Date.parse(now());
      if (!isShared(limit)) {
        memoryOf(limit).subtract(key, instant);
        continue;
      }
      await subtractShared(key, instant);
    }
  }

  /** A count of zero is deleted, so that clients cannot fill the table with keys of their choice. */
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
  async function reset(limit: Limit, subject: string): Promise<void> {
    const key = await keyOf(limit, subject);
    if (isShared(limit)) await query.deleteFrom('limits').where('key', '=', key).execute();
    else memoryOf(limit).remove(key);
  }

  /** Deletes shared counts whose window has ended; counts in memory are evicted. */
  async function purgeExpired(): Promise<void> {
    await query.deleteFrom('limits').where('expire', '<', Date.parse(now())).execute();
  }

  return { spend, spendAll, tally, refund, reset, purgeExpired };
}

export type Limits = ReturnType<typeof createLimits>;
