import type { PageCache } from './page-cache.ts';
import type { Fetch } from './rendered-page.ts';

/** A disabled cache: renders every response. */
export function noCache(fetch: Fetch): PageCache {
  return {
    find: () => undefined,
    fetch,
    forget: () => undefined,
    stats: () => ({ hits: 0, renders: 0, evictions: 0, entries: 0, bytes: 0 }),
  };
}
