import { CLOCK_SKEW_MS } from '../server/clock-skew.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';

const RETENTION_MS = 14 * 24 * 60 * 60 * 1000;

const hashOf = ({ signing }: Site, network: string) => signing.sign('known-network', network);

export async function isKnownNetwork(site: Site, network: string): Promise<boolean> {
  const instant = site.now();
  const row = await site.db.query
    .selectFrom('known_networks')
    .select('network_hash')
    .where('network_hash', '=', await hashOf(site, network))
    .where('last_sign_in_at', '>', addMilliseconds(instant, -RETENTION_MS))
    .where('last_sign_in_at', '<=', addMilliseconds(instant, CLOCK_SKEW_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a network after a sign-in. */
export async function rememberNetwork(site: Site, network: string): Promise<void> {
  const instant = site.now();
  await site.db.query
    .insertInto('known_networks')
    .values({ network_hash: await hashOf(site, network), last_sign_in_at: instant })
    .onConflict((conflict) =>
      conflict.column('network_hash').doUpdateSet({ last_sign_in_at: instant }),
    )
    .execute();
}

export async function purgeKnownNetworks({ db: { query }, now }: Site): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('known_networks')
    .where('last_sign_in_at', '<=', addMilliseconds(now(), -RETENTION_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
