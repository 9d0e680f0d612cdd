import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../db/connect.ts';
import type { Signing } from '../signing.ts';
import { createMemoryCounts, type MemoryCounts } from './memory-counts.ts';
import { createSharedCounts } from './shared-counts.ts';

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

/**
 * Rate limits. Counting and deciding are one step, since many events may come at once: there is no way
 * to read a count without adding to it. With PostgreSQL all processes share the counts; with SQLite they
 * are in memory and end with the process. Their keys are keyed hashes of emails, networks and accounts.
 */
export function createLimits({ db: { engine, query }, now, signing }: LimitsDeps) {
  const inMemory = new Map<string, MemoryCounts>();
  const ownKey = randomBytes(32);
  const shared = createSharedCounts({ query, now });

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
      ? await shared.add(key, instant, limit.seconds * 1000)
      : memoryOf(limit).add(key, instant);
    return { count, seconds: Math.max(Math.ceil((endsAt - instant) / 1000), 1) };
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
      await shared.subtract(key, instant);
    }
  }

  /** Deletes a count. */
  async function reset(limit: Limit, subject: string): Promise<void> {
    const key = await keyOf(limit, subject);
    if (isShared(limit)) await shared.remove(key);
    else memoryOf(limit).remove(key);
  }

  return { spend, spendAll, tally, refund, reset, purgeExpired: shared.purgeExpired };
}

export type Limits = ReturnType<typeof createLimits>;
