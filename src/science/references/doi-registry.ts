import { LRUCache } from 'lru-cache';
import { normalizeCsl } from './normalize-csl.ts';
import { parseCslJson } from './read-pasted.ts';
import type { CslItem } from './reference.ts';
import type { DoiAnswer, LookUpDoi } from './reference-reading.ts';

/** Crossref's REST API (https://api.crossref.org/swagger-ui/index.html). */
const CROSSREF = 'https://api.crossref.org';
const TIMEOUT_MS = 3_000;
const MAX_BYTES = 1024 * 1024;
/** Works. What is known of one changes seldom. */
const MAX_CACHED = 500;
const CACHED_MS = 24 * 60 * 60 * 1_000;
/** After a failure, nobody is asked for so long: a list of DOIs would wait for each. */
const PAUSE_MS = 30_000;

/**
 * One host: no redirect leads elsewhere, an answer takes 3 s and 1 MB at most, and a failure counts
 * as no answer.
 *
 * @param siteUrl by which the registry knows who asks
 */
export function createDoiRegistry(
  siteUrl: string,
  { registry = CROSSREF, timeout = TIMEOUT_MS, elapsed = () => performance.now() } = {},
): LookUpDoi {
  const cached = new LRUCache<string, DoiAnswer>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
    perf: { now: elapsed },
    ttlResolution: 0,
  });
  let pausedUntil = Number.NEGATIVE_INFINITY;

  async function ask(doi: string): Promise<CslItem | null> {
    const path = `/works/${encodeURIComponent(doi)}/transform/application/vnd.citationstyles.csl+json`;
    const response = await fetch(registry + path, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
      headers: { Accept: 'application/json', 'User-Agent': `Ligara (${siteUrl})` },
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw new Error(`The registry answers ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > MAX_BYTES) throw new Error('The answer is too large');
    const value = parseCslJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? normalizeCsl(value) : null;
  }

  return async (doi) => {
    const key = doi.toLowerCase();
    const known = cached.get(key);
    if (known !== undefined) return known;
    if (elapsed() < pausedUntil) return 'unavailable';
    try {
      const csl = await ask(doi);
      // An answer without a title says less than the DOI.
      const answer = csl?.title === undefined ? 'unknown' : csl;
      cached.set(key, answer);
      return answer;
    } catch {
      pausedUntil = elapsed() + PAUSE_MS;
      return 'unavailable';
    }
  };
}
