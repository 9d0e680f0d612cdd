import { createHmac, randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Database } from '../db/connect.ts';
import { CLOCK_SKEW_MS } from '../instants.ts';
import type { Signing } from '../signing.ts';

/** Ranges of proxies and of the machine itself, not of clients. */
const PRIVATE_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'unspecified']);

/**
 * The network of an IP address: limits count networks, since one household or company has many
 * addresses.
 *
 * @returns the first 24 bits of an IPv4 address, the first 56 of an IPv6 address; null for addresses
 *   that do not identify a client: loopback, private and link-local ones
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  if (PRIVATE_RANGES.has(address.range())) return null;
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts;
  const hexadecimal = [first, second, third, fourth & 0xff00].map((part) => part.toString(16));
  return `${hexadecimal.join(':')}::/56`;
}

const PURGE_EVERY_MS = 10 * 60 * 1000;

type SharedCountsDeps = {
  query: Database['query'];
  /** ISO 8601 in UTC. */
  now: () => string;
};

/** Counts in the database, which all processes share; instants and durations are in milliseconds. */
function createSharedCounts({ query, now }: SharedCountsDeps) {
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

/** A count that restarts at `endsAt` (milliseconds since 1970). */
export type Count = { count: number; endsAt: number };

/**
 * Counts of one limit in the memory of the process. Clients choose the keys, so there are at most
 * `maxKeys`: a new count evicts the oldest.
 *
 * @param duration of a window, in milliseconds
 */
export function createMemoryCounts({ duration, maxKeys }: { duration: number; maxKeys: number }) {
  /** Sorted by end, since all windows have the same duration. */
  const counts = new Map<string, Count>();

  function find(key: string, now: number): Count | undefined {
    const count = counts.get(key);
    return count !== undefined && isRunning(count, now, duration) ? count : undefined;
  }

  /** Counts one event; returns the count with it. */
  function add(key: string, now: number): Count {
    const running = find(key, now);
    if (running !== undefined) {
      running.count += 1;
      return running;
    }
    counts.delete(key);
    for (const [oldest, count] of counts) {
      if (counts.size < maxKeys && isRunning(count, now, duration)) break;
      counts.delete(oldest);
    }
    const started = { count: 1, endsAt: now + duration };
    counts.set(key, started);
    return started;
  }

  function subtract(key: string, now: number): void {
    const running = find(key, now);
    if (running !== undefined && running.count > 0) running.count -= 1;
  }

  return { add, subtract, remove: (key: string) => counts.delete(key), size: () => counts.size };
}

type MemoryCounts = ReturnType<typeof createMemoryCounts>;

/** False also for a count that started while the clock was ahead: it would last too long. */
function isRunning({ endsAt }: Count, now: number, duration: number): boolean {
  return endsAt > now && endsAt <= now + duration + CLOCK_SKEW_MS;
}
