import { CompiledQuery, type Kysely } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import type { Signing } from '../signing.ts';

/** So many times within so many seconds of the first. */
export type Limit = { name: string; times: number; seconds: number };

type Parts = { db: Database; signing: Signing };

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** With the first that is counted: it brings three dozen stores along. */
const loadLibrary = () => import('rate-limiter-flexible');

/**
 * How often somebody may do something. With PostgreSQL the counts are shared by all processes; with
 * SQLite, which has one, they are in its memory and end with it. Whom they count is kept as a keyed
 * hash. Time is the machine's own: the library has no other.
 */
export function createLimits({ db: { engine, query }, signing }: Parts) {
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterOf({ name, times, seconds }: Limit, library: Library): RateLimiterAbstract {
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const { RateLimiterMemory, RateLimiterPostgres } = library;
    const options = { keyPrefix: name, points: times, duration: seconds };
    const made =
      engine === 'postgres'
        ? new RateLimiterPostgres({ ...options, ...sharedStore(query) })
        : new RateLimiterMemory(options);
    limiters.set(name, made);
    return made;
  }

  /**
   * Counts one time more.
   *
   * @returns null when that was allowed, else the seconds until the next one is
   */
  async function spend(limit: Limit, whom: string): Promise<number | null> {
    const library = await loadLibrary();
    try {
      await limiterOf(limit, library).consume(await signing.sign('limit', whom));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof library.RateLimiterRes)) throw refusal;
      return Math.max(Math.ceil(refusal.msBeforeNext / 1000), 1);
    }
  }

  /** How often somebody has come within the time of a limit, and the seconds until that is forgotten. */
  async function count(limit: Limit, whom: string): Promise<{ times: number; seconds: number }> {
    const limiter = limiterOf(limit, await loadLibrary());
    const counted = await limiter.get(await signing.sign('limit', whom));
    return counted === null
      ? { times: 0, seconds: 0 }
      : {
          times: counted.consumedPoints,
          seconds: Math.max(Math.ceil(counted.msBeforeNext / 1000), 1),
        };
  }

  /** Forgets how often somebody has come. */
  async function reset(limit: Limit, whom: string): Promise<void> {
    await limiterOf(limit, await loadLibrary()).delete(await signing.sign('limit', whom));
  }

  /** Forgets counts whose time is over, by the machine's clock; those in memory end by themselves. */
  async function forgetOver(now: string): Promise<void> {
    await query.deleteFrom('limits').where('expire', '<', Date.parse(now)).execute();
  }

  return { spend, count, reset, forgetOver };
}

export type Limits = ReturnType<typeof createLimits>;

/** The table of a migration, reached through the connections that everything else uses. */
function sharedStore(query: Kysely<Tables>) {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await query.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
  return {
    storeClient,
    storeType: 'client',
    tableName: 'limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  };
}
