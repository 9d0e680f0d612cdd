import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import type { Database } from '../server/db/connect.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Signing } from '../server/signing.ts';

type KnownNetworksDeps = {
  db: Pick<Database, 'query'>;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
};

const RETENTION_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Networks from which any administrator has signed in within two weeks, stored as keyed hashes. The
 * account is not stored: a stranger in the same network must not learn which accounts exist.
 */
export function createKnownNetworks({ db: { query }, now, signing }: KnownNetworksDeps) {
  const hashOf = (network: string) => signing.sign('known-network', network);

  async function isKnown(network: string): Promise<boolean> {
    const instant = now();
    const row = await query
      .selectFrom('known_networks')
      .select('network_hash')
      .where('network_hash', '=', await hashOf(network))
      .where('last_sign_in_at', '>', addMilliseconds(instant, -RETENTION_MS))
      .where('last_sign_in_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stores a network after a sign-in. */
  async function remember(network: string): Promise<void> {
    const instant = now();
    await query
      .insertInto('known_networks')
      .values({ network_hash: await hashOf(network), last_sign_in_at: instant })
      .onConflict((conflict) =>
        conflict.column('network_hash').doUpdateSet({ last_sign_in_at: instant }),
      )
      .execute();
  }

  async function purge(): Promise<number> {
    const { numDeletedRows } = await query
      .deleteFrom('known_networks')
      .where('last_sign_in_at', '<=', addMilliseconds(now(), -RETENTION_MS))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  return { isKnown, remember, purge };
}

export type KnownNetworks = ReturnType<typeof createKnownNetworks>;
