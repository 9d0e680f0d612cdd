import { type StoredResponse, storeResponse } from './stored-response.ts';

export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

export type RenderingDeps = {
  /** Renders a response. */
  fetch: Fetch;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
  /** When the first post after an instant becomes public, or null; both ISO 8601 in UTC. */
  nextDue: (since: string) => Promise<string | null>;
  /** The wall clock, which can jump, in milliseconds since 1970: posts are due by it. */
  now: () => number;
  /** A monotonic clock in milliseconds, for expiry. */
  elapsed: () => number;
};

/** A cached response, with its validity. */
export type Page = {
  response: StoredResponse;
  /** An instant of the wall clock: after the clock was set back, the page may show posts that are not due. */
  validFrom: number;
  /** An instant of the wall clock: then a post becomes public that the page does not show. */
  validUntil: number;
  /** An instant of the monotonic clock. */
  expiresAt: number;
};

/** A rendered page, cached or not. */
export type RenderedPage = Page & { status: number; isCacheable: boolean };

/** Bounds the staleness of content that changes without an event, such as the year. */
const MAX_AGE_MS = 60 * 60 * 1000;

/** Bytes. The best compression of more (a sitemap of 50,000 URLs) would take seconds. */
const MAX_BEST_COMPRESSED = 1024 * 1024;

/** Renders a page, and finds out how long it is valid. */
export async function renderPage(
  { fetch, publicUrl, nextDue, now, elapsed }: RenderingDeps,
  key: string,
): Promise<RenderedPage> {
  const [startedAt, expiresAt] = [now(), elapsed() + MAX_AGE_MS];
  const request = new Request(publicUrl + key);
  const rendered = await fetch(request);
  const body = Buffer.from(await rendered.arrayBuffer());
  const { status, headers } = rendered;
  const isCacheable = status === 200 && /\bs-maxage=/.test(headers.get('Cache-Control') ?? '');
  const renderedAt = now();
  // A post that became public while the page was rendered may be missing from it.
  const since = new Date(Math.min(startedAt, renderedAt)).toISOString();
  // Without an answer of the database, the page is sent once.
  const due = isCacheable ? await nextDue(since).catch(() => since) : null;
  return {
    status,
    response: storeResponse({
      status,
      headers: new Headers(headers),
      body,
      compression: isCacheable && body.length <= MAX_BEST_COMPRESSED ? 'best' : 'fast',
    }),
    validFrom: Math.max(startedAt, renderedAt),
    validUntil: due === null ? Number.POSITIVE_INFINITY : Date.parse(due),
    expiresAt,
    isCacheable,
  };
}
