import { LRUCache } from 'lru-cache';
import { preferredEncoding } from '../compression.ts';
import { type StoredResponse, storeResponse, toResponse } from './stored-response.ts';

/**
 * Query parameters that pages read, by path. A matching value is a part of the key, any other is
 * ignored; null: not cached, since the values are unlimited. Other parameters are left out of the
 * key.
 */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
  '/blog': { page: /^[1-9]\d{0,5}$/, q: null },
  '/contact': { type: null },
  '/glossary': { q: null },
  '/molecules': { page: /^[1-9]\d{0,3}$/, q: null },
  '/molecules/draw': { q: null },
  '/newsletter/confirm': { token: null },
  '/newsletter/unsubscribe': { token: null },
};

/** Lower case, without a trailing slash or percent-encoding: other spellings are not cached. */
const PLAIN_PATH = /^\/(?:[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*)?$/;
/** The API, pictures on disk, health checks, pages with a secret URL, and data requests of the router. */
const UNCACHED = /^\/(?:api|media|healthz|readyz|preview)(?:\/|$)|\.data$/;
const MAX_LENGTH = 300;

/**
 * Null for a URL that is never cached.
 *
 * @param url path and query as in the request line
 */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (path.length > MAX_LENGTH || !PLAIN_PATH.test(path) || UNCACHED.test(path)) return null;
  if (mark === -1) return path;
  const patterns = PARAMETERS[path] ?? {};
  const query = new URLSearchParams(url.slice(mark));
  const parameters: string[] = [];
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = query.get(name);
    if (value === null) continue;
    if (pattern === null) return null;
    if (pattern.test(value)) parameters.push(`${name}=${value}`);
  }
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

type PageCacheOptions = {
  fetch: Fetch;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
  /** When the first post after an instant becomes public, or null; both ISO 8601 in UTC. */
  nextDue: (since: string) => Promise<string | null>;
  /** The wall clock, in milliseconds since 1970: posts are due by it. */
  now: () => number;
  /** A monotonic clock in milliseconds, for expiry. */
  elapsed?: () => number;
  maxBytes: number;
};

/** `validUntil`: of the wall clock, when a post becomes public that the page lacks; `expiresAt`: of the other. */
type Page = { response: StoredResponse; validUntil: number; expiresAt: number };

/** Bounds the staleness of content that changes without an event, such as the year. */
const MAX_AGE_MS = 60 * 60 * 1000;

/** When rendering fails (the database is unreachable), the expired page is sent for this long. */
const RETRY_AFTER_MS = 10_000;

/** An entry may take half of the cache: a part of the sitemap takes a third of 32 MB. */
const MAX_ENTRY_SHARE = 1 / 2;

/** Bytes. The best compression of more (a sitemap of 50,000 URLs) would take seconds. */
const MAX_BEST_COMPRESSED = 1024 * 1024;

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Caches responses to GET and HEAD that are the same for every client: those with `s-maxage`.
 * Concurrent requests for a key share one rendering. Entries are valid for at most an hour; the
 * least recently used are evicted.
 */
export function createPageCache(options: PageCacheOptions) {
  const { fetch: renderResponse, publicUrl, nextDue, now, maxBytes } = options;
  const { elapsed = () => performance.now() } = options;
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes * MAX_ENTRY_SHARE),
    sizeCalculation: ({ response }) => response.bytes,
  });
  const inFlight = new Map<string, Promise<StoredResponse>>();
  /** Counts the changes: a rendering that started before one may show the state before it. */
  let generation = 0;
  let [hits, renders] = [0, 0];

  /** The cached response for a request target; synchronous. */
  function find(url: string): StoredResponse | undefined {
    const page = pages.get(url) ?? (url.includes('?') ? findByKey(url) : undefined);
    if (page === undefined || now() >= page.validUntil || elapsed() >= page.expiresAt) {
      return undefined;
    }
    hits += 1;
    return page.response;
  }

  function findByKey(url: string): Page | undefined {
    const key = cacheKey(url);
    return key === null ? undefined : pages.get(key);
  }

  async function fetch(request: Request, env?: unknown): Promise<Response> {
    const { method, headers, url } = request;
    const isReading = (method === 'GET' || method === 'HEAD') && !headers.has('Authorization');
    const { pathname, search } = new URL(url);
    const key = isReading ? cacheKey(pathname + search) : null;
    if (key === null) return renderResponse(request, env);
    const response = find(key) ?? (await (inFlight.get(key) ?? startRendering(key)));
    const encoding = preferredEncoding(headers.get('Accept-Encoding') ?? undefined);
    return toResponse(await response.represent(encoding), request);
  }

  function startRendering(key: string): Promise<StoredResponse> {
    const rendering = render(key).finally(() => {
      if (inFlight.get(key) === rendering) inFlight.delete(key);
    });
    inFlight.set(key, rendering);
    return rendering;
  }

  async function render(key: string): Promise<StoredResponse> {
    renders += 1;
    const startedIn = generation;
    const [startedAt, expiresAt] = [new Date(now()).toISOString(), elapsed() + MAX_AGE_MS];
    const rendered = await renderResponse(new Request(publicUrl + key));
    const { status } = rendered;
    const headers = new Headers(rendered.headers);
    const body = Buffer.from(await rendered.arrayBuffer());
    const isCacheable = status === 200 && /\bs-maxage=/.test(headers.get('Cache-Control') ?? '');
    const isBest = isCacheable && body.length <= MAX_BEST_COMPRESSED;
    const compression = isBest ? 'best' : 'fast';
    const response = storeResponse({ status, headers, body, compression });
    // A post that became public while the page was rendered may be missing from it. Without an answer of the
    // database, the page is sent once.
    const due = isCacheable ? await nextDue(startedAt).catch(() => startedAt) : null;
    const expired = pages.get(key);
    if (startedIn !== generation) return response;
    if (status >= 500 && expired !== undefined) {
      const retryAt = elapsed() + RETRY_AFTER_MS;
      pages.set(key, { ...expired, validUntil: Number.POSITIVE_INFINITY, expiresAt: retryAt });
      return expired.response;
    }
    if (isCacheable) pages.set(key, { response, validUntil: instantOf(due), expiresAt });
    return response;
  }

  function clear(): void {
    generation += 1;
    // Later requests must not share a rendering that started before the change.
    inFlight.clear();
    pages.clear();
  }

  /** `renders`: cache misses, cacheable or not. */
  const stats = () => ({ hits, renders, entries: pages.size, bytes: pages.calculatedSize });
  return { find, fetch, clear, stats };
}

const instantOf = (due: string | null) =>
  due === null ? Number.POSITIVE_INFINITY : Date.parse(due);

export function noCache(render: Fetch): PageCache {
  const fetch = async (request: Request, env?: unknown) => render(request, env);
  const stats = () => ({ hits: 0, renders: 0, entries: 0, bytes: 0 });
  return { find: () => undefined, fetch, clear: () => undefined, stats };
}
