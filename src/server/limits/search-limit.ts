import { fail, type Result, succeed } from '../failure.ts';
import type { Limit, Limits } from './limits.ts';
import { networkOf } from './network.ts';

const MINUTE = 60;

/** Searches take much more time than pages, and are not cached. */
const PER_NETWORK: Limit = { name: 'search-network', max: 60, seconds: MINUTE, isLocal: true };

type Searcher = {
  /** The IP address at the other end of the connection; null where there is none. */
  ip: string | null;
  isSignedIn: boolean;
};

export type CountSearch = ReturnType<typeof createSearchLimit>;

export type SearchLimitDeps = {
  limits: Limits;
  /** All visitors together have this limit, in this process; 0 disables all limits. */
  searchesPerMinute: number;
};

/** Limits public searches; each process counts separately, since it protects itself. */
export function createSearchLimit({ limits, searchesPerMinute }: SearchLimitDeps) {
  const fromEveryone: Limit = {
    name: 'search-everyone',
    max: searchesPerMinute,
    seconds: MINUTE,
    isLocal: true,
  };

  /** Counts a search before it is made. Administrators are not limited. */
  return async ({ ip, isSignedIn }: Searcher): Promise<Result<null>> => {
    if (isSignedIn || searchesPerMinute === 0) return succeed(null);
    const network = networkOf(ip);
    const ofNetwork = network === null ? null : await limits.spend(PER_NETWORK, network);
    const retryAfter = ofNetwork ?? (await limits.spend(fromEveryone, 'everyone'));
    if (retryAfter === null) return succeed(null);
    const detail = 'Too many searches. Please try again in a minute.';
    return fail({ kind: 'too-many', detail, retryAfter });
  };
}
