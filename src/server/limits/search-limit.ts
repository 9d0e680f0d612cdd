import type { Site } from '../../site.ts';
import { fail, type Result, succeed } from '../failure.ts';
import { type Limit, networkOf } from './limits.ts';

const MINUTE = 60;

/** Searches take much more time than pages, and are not cached. */
const PER_NETWORK: Limit = { name: 'search-network', max: 60, seconds: MINUTE };

/** Administrators are not limited. */
export function countSearch(
  { limits, searchesPerMinute }: Site,
  { ip, isSignedIn }: { ip: string | null; isSignedIn: boolean },
): Result<null> {
  if (isSignedIn || searchesPerMinute === 0) return succeed(null);
  const network = networkOf(ip);
  const ofNetwork = network === null ? null : limits.spend(PER_NETWORK, network);
  const everyone = { ...PER_NETWORK, name: 'search-everyone', max: searchesPerMinute };
  const retryAfter = ofNetwork ?? limits.spend(everyone, 'everyone');
  if (retryAfter === null) return succeed(null);
  const detail = 'Too many searches. Please try again in a minute.';
  return fail({ kind: 'too-many', detail, retryAfter });
}
