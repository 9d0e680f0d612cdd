import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { preferredEncoding } from '../encoding.ts';
import { cacheKey } from './cache-key.ts';
import {
  type Fetch,
  type Page,
  type RenderedPage,
  type RenderingDeps,
  renderPage,
} from './rendered-page.ts';
import { toResponse } from './send-stored.ts';
import type { StoredResponse } from './stored-response.ts';

type PageCacheDeps = Omit<RenderingDeps, 'elapsed'> & {
  /** The ids of the posts that link a post as the one before or after it, once it is public. */
  neighbourIds?: (id: string) => Promise<string[]>;
  elapsed?: RenderingDeps['elapsed'];
  maxBytes: number;
};

/** When rendering fails (the database is unreachable), the expired page is sent for this long. */
const RETRY_AFTER_MS = 10_000;

/** After a change, this many affected pages, the last used first, are rendered again; others are evicted. */
const MAX_REFRESHED = 50;

/** An entry may take half of the cache: a part of the sitemap takes a third of 32 MB. */
const MAX_ENTRY_SHARE = 1 / 2;

export type CacheStats = {
  hits: number;
  /** Cache misses and refreshes, cacheable or not. */
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
  /** Refreshes the pages and lists that show a post. Resolves when no older state is sent any more. */
  postChanged: (id: string) => Promise<void>;
  /** The same when several posts changed, or it is unknown which. */
  anyPostChanged: () => Promise<void>;
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
    neighbourIds = async () => [],
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
  let changing: Promise<void> = Promise.resolve();
  /** The changes of the refresh that has not started yet. */
  let pending: ((page: Page) => boolean)[] = [];

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

  /**
   * Replaces every affected page by a new rendering; the old one is sent until then. Resolves when
   * nothing from before the change is sent any more.
   */
  function changed(isAffected: (page: Page) => boolean): Promise<void> {
    generation += 1;
    // Later requests must not share a rendering that started before the change.
    inFlight.clear();
    pending.push(isAffected);
    if (pending.length === 1) changing = changing.then(refreshPending);
    return changing;
  }

  async function postChanged(id: string): Promise<void> {
    const shown = changed(({ reads }) => reads.has('posts') || reads.has(`post:${id}`));
    const neighbours = await neighbourIds(id).catch(() => null);
    if (neighbours === null) await anyPostChanged();
    else if (neighbours.length > 0) {
      await changed(({ reads }) => neighbours.some((each) => reads.has(`post:${each}`)));
    }
    await shown;
  }

  function anyPostChanged(): Promise<void> {
    return changed(({ reads }) => reads.size > 0);
  }

  /** One refresh serves all changes that came before it starts. */
  function refreshPending(): Promise<void> {
    const changes = pending;
    pending = [];
    return refresh((page) => changes.some((isAffected) => isAffected(page)));
  }

  async function refresh(isAffected: (page: Page) => boolean): Promise<void> {
    const affected = [...pages.entries()].filter(([, page]) => isAffected(page));
    for (const [key] of affected.slice(MAX_REFRESHED)) pages.delete(key);
    for (const [key, before] of affected.slice(0, MAX_REFRESHED)) {
      await replace(key, before).catch(() => pages.delete(key));
      // Lets requests in between.
      await setImmediate();
    }
  }

  async function replace(key: string, before: Page): Promise<void> {
    const after = await render(key);
    for (const encoding of before.response.encodings()) await after.response.represent(encoding);
    if (after.isCacheable) pages.set(key, after);
    else pages.delete(key);
  }

  return {
    find,
    fetch,
    postChanged,
    anyPostChanged,
    stats: () => ({
      hits,
      renders,
      evictions,
      entries: pages.size,
      bytes: pages.calculatedSize,
    }),
  };
}
