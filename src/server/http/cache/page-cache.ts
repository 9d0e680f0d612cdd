import { LRUCache } from 'lru-cache';
import { preferredEncoding } from '../encoding.ts';
import {
  type Fetch,
  type Page,
  type RenderedPage,
  type RenderingDeps,
  renderPage,
} from './rendered-page.ts';
import { toResponse } from './send-stored.ts';
import type { StoredResponse } from './stored-response.ts';

/** Stands for the pages of all posts. */
const VERSIONS = '/blog/:slug/versions';

/**
 * The query parameters that pages read. A value that matches is a part of the key, and any other value is
 * ignored; null means that the page is not cached, since the values are unlimited. All other parameters
 * do not change the page and are left out of the key.
 */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
  '/blog': { page: /^[1-9]\d{0,5}$/, q: null },
  [VERSIONS]: { from: null, to: null },
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
 * The cache key of a page: its path with the parameters that it depends on. Null for a URL that is never
 * cached.
 *
 * @param url path and query as in the request line
 */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (path.length > MAX_LENGTH || !PLAIN_PATH.test(path) || UNCACHED.test(path)) return null;
  if (mark === -1) return path;
  const known = PARAMETERS[path.replace(/^\/blog\/[^/]+\/versions$/, VERSIONS)] ?? {};
  const given = new URLSearchParams(url.slice(mark));
  const parameters: string[] = [];
  for (const [name, values] of Object.entries(known)) {
    const value = given.get(name);
    if (value === null) continue;
    if (values === null) return null;
    if (values.test(value)) parameters.push(`${name}=${value}`);
  }
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

type PageCacheDeps = Omit<RenderingDeps, 'elapsed'> & {
  elapsed?: RenderingDeps['elapsed'];
  maxBytes: number;
};

/** When rendering fails (the database is unreachable), the expired page is sent for this long. */
const RETRY_AFTER_MS = 10_000;

/** An entry may take half of the cache: a part of the sitemap takes a third of 32 MB. */
const MAX_ENTRY_SHARE = 1 / 2;

export type CacheStats = {
  hits: number;
  /** Cache misses, cacheable or not. */
  renders: number;
  evictions: number;
  entries: number;
  bytes: number;
};

export type PageCache = {
  /** Returns the cached response for a request target; synchronous. */
  find: (url: string) => StoredResponse | undefined;
  /** Responds to any request, from the cache or by rendering. */
  fetch: Fetch;
  /** Call when something public has changed: nothing from before is sent any more. */
  forget: () => void;
  stats: () => CacheStats;
};

/**
 * Caches responses to GET and HEAD requests that are the same for every client: those with `s-maxage`.
 * Concurrent requests for a URL (`cacheKey`) share one rendering. An entry is valid for at most an hour;
 * the least recently used are evicted when `maxBytes` are full.
 */
export function createPageCache(deps: PageCacheDeps): PageCache {
  const {
    fetch: renderResponse,
    publicUrl,
    nextDue,
    now,
    elapsed = () => performance.now(),
    maxBytes,
  } = deps;
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes * MAX_ENTRY_SHARE),
    sizeCalculation: ({ response }) => response.bytes,
    dispose: (_page, _key, reason) => {
      if (reason === 'evict') evictions += 1;
    },
  });
  let [hits, renders, evictions] = [0, 0, 0];
  const inFlight = new Map<string, Promise<RenderedPage>>();
  /** Counts the changes: a rendering that started before one may show the state before it. */
  let generation = 0;

  function find(url: string): StoredResponse | undefined {
    const page = pages.get(url) ?? (url.includes('?') ? findByKey(url) : undefined);
    if (page === undefined || !isCurrent(page)) return undefined;
    hits += 1;
    return page.response;
  }

  function isCurrent({ validFrom, validUntil, expiresAt }: Page): boolean {
    const instant = now();
    return validFrom <= instant && instant < validUntil && elapsed() < expiresAt;
  }

  function findByKey(url: string): Page | undefined {
    const key = cacheKey(url);
    return key === null ? undefined : pages.get(key);
  }

  async function fetch(request: Request, env?: unknown): Promise<Response> {
    const key = keyOf(request);
    if (key === null) return renderResponse(request, env);
    const response = find(key) ?? (await renderOnce(key));
    const encoding = preferredEncoding(request.headers.get('Accept-Encoding') ?? undefined);
    const representation = await response.represent(encoding);
    return toResponse(representation, request);
  }

  function keyOf({ method, headers, url }: Request): string | null {
    const isCacheable = (method === 'GET' || method === 'HEAD') && !headers.has('Authorization');
    if (!isCacheable) return null;
    const { pathname, search } = new URL(url);
    return cacheKey(pathname + search);
  }

  /** Renders a page, shared by concurrent requests; falls back to the expired one when that fails. */
  async function renderOnce(key: string): Promise<StoredResponse> {
    const startedIn = generation;
    const expired = pages.get(key);
    const { response, status } = await (inFlight.get(key) ?? startRendering(key));
    const isUsable =
      expired !== undefined && expired.validFrom <= now() && startedIn === generation;
    if (status < 500 || !isUsable) return response;
    const extended = {
      validUntil: Number.POSITIVE_INFINITY,
      expiresAt: elapsed() + RETRY_AFTER_MS,
    };
    pages.set(key, { ...expired, ...extended });
    return expired.response;
  }

  function startRendering(key: string): Promise<RenderedPage> {
    const startedIn = generation;
    const rendering = render(key)
      .then((page) => {
        if (page.isCacheable && startedIn === generation) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (inFlight.get(key) === rendering) inFlight.delete(key);
      });
    inFlight.set(key, rendering);
    return rendering;
  }

  function render(key: string): Promise<RenderedPage> {
    renders += 1;
    return renderPage({ fetch: renderResponse, publicUrl, nextDue, now, elapsed }, key);
  }

  function forget(): void {
    generation += 1;
    // Later requests must not share a rendering that started before the change.
    inFlight.clear();
    pages.clear();
  }

  return {
    find,
    fetch,
    forget,
    stats: () => ({
      hits,
      renders,
      evictions,
      entries: pages.size,
      bytes: pages.calculatedSize,
    }),
  };
}

/** A disabled cache: renders every response. */
export function noCache(fetch: Fetch): PageCache {
  return {
    find: () => undefined,
    fetch,
    forget: () => undefined,
    stats: () => ({ hits: 0, renders: 0, evictions: 0, entries: 0, bytes: 0 }),
  };
}
