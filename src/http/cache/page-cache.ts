import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { preferredEncoding } from '../encoding.ts';
import { cacheKey } from './cache-key.ts';
import { type Read, recordReads } from './reads.ts';
import { type StoredResponse, storeResponse, toResponse } from './stored-response.ts';

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

type PageCacheDeps = {
  /** Answers anew. */
  fetch: Fetch;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** When the first post after an instant becomes public, or null; both ISO 8601 in UTC. */
  nextDue: (since: string) => Promise<string | null>;
  /** The wall clock, which can jump, in milliseconds since 1970: posts are due by it. */
  now: () => number;
  /** A clock that only goes forward, in milliseconds: pages age by it. */
  elapsed?: () => number;
  maxBytes: number;
};

/** A cached response, with what it shows and when it may be sent. */
type Page = {
  response: StoredResponse;
  reads: ReadonlySet<Read>;
  /** By the wall clock. A page from the future may show posts that are not due. */
  validFrom: number;
  /** By the wall clock: a post becomes public that the page does not show. */
  validUntil: number;
  /** By the clock that only goes forward. */
  expiresAt: number;
};

/** A rendered page, cached or not. */
type RenderedPage = Page & { status: number; isCacheable: boolean };

/** Bounds how long a page can be wrong about anything that nobody announces, such as the year. */
const MAX_AGE_MS = 60 * 60 * 1000;

/** An expired page that cannot be rendered (the database is out of reach) is sent for so long again. */
const RETRY_AFTER_MS = 10_000;

/** A change renders so many of the pages that show it anew, the last used first, and drops the rest. */
const RENEWED_AT_ONCE = 50;

/** Pressing more bytes (a sitemap of 50,000 addresses) as small as they get would take seconds. */
const LONGEST_PRESSED = 1024 * 1024;

/** Of the whole cache, that nothing may take more of: a part of the sitemap takes a third of 32 MB. */
const LARGEST_SHARE = 2;

export type CacheStats = {
  /** Answers that were there. */
  hits: number;
  /** Answers that were made, kept or not. */
  renders: number;
  /** Those that gave way to others. */
  evictions: number;
  entries: number;
  bytes: number;
};

export type PageCache = {
  /** The kept answer for an address as it stands in a request line; nothing is made or awaited. */
  find: (url: string) => StoredResponse | undefined;
  /** Answers any request: from what is kept, or anew. */
  answer: Fetch;
  /** A post that is or was public has changed, and with it the lists that it stands in. */
  postChanged: (id: string) => Promise<void>;
  /** Any post has, or several. */
  anyPostChanged: () => Promise<void>;
  /** Since the start, and now. */
  figures: () => CacheStats;
};

/** In the place of a cache: every request is answered anew. */
export function noCache(fetch: Fetch): PageCache {
  return {
    find: () => undefined,
    answer: fetch,
    postChanged: async () => undefined,
    anyPostChanged: async () => undefined,
    figures: () => ({ hits: 0, renders: 0, evictions: 0, entries: 0, bytes: 0 }),
  };
}

/**
 * Keeps whole answers to GET and HEAD requests that are the same for everyone: those that say by
 * `s-maxage` that a shared cache may keep them. Each is made once for its address (`cacheKey`),
 * whoever else asks meanwhile, and sent for an hour at the most. The least recently used give way when
 * `maxBytes` are full.
 */
export function createPageCache(deps: PageCacheDeps): PageCache {
  const { fetch, publicUrl, nextDue, now, elapsed = () => performance.now(), maxBytes } = deps;
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / LARGEST_SHARE),
    sizeCalculation: ({ response }) => response.bytes,
    dispose: (_page, _key, reason) => {
      if (reason === 'evict') evictions += 1;
    },
  });
  let [hits, renders, evictions] = [0, 0, 0];
  const underWay = new Map<string, Promise<RenderedPage>>();
  /** Counts the changes: an answer that was begun before one may show the state before it. */
  let state = 0;
  let changing: Promise<void> = Promise.resolve();

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

  async function answer(request: Request, env?: unknown): Promise<Response> {
    const key = keyOf(request);
    if (key === null) return fetch(request, env);
    const response = find(key) ?? (await renderOnce(key));
    const encoding = preferredEncoding(request.headers.get('Accept-Encoding') ?? undefined);
    const representation = await response.represent(encoding);
    return toResponse(representation, request);
  }

  function keyOf({ method, headers, url }: Request): string | null {
    const mayBeKept = (method === 'GET' || method === 'HEAD') && !headers.has('Authorization');
    if (!mayBeKept) return null;
    const { pathname, search } = new URL(url);
    return cacheKey(pathname + search);
  }

  /** Renders a page, once however many ask; gives the expired one where that fails. */
  async function renderOnce(key: string): Promise<StoredResponse> {
    const begunIn = state;
    const expired = pages.get(key);
    const { response, status } = await (underWay.get(key) ?? begin(key));
    const isUsable = expired !== undefined && expired.validFrom <= now() && begunIn === state;
    if (status < 500 || !isUsable) return response;
    const again = { validUntil: Number.POSITIVE_INFINITY, expiresAt: elapsed() + RETRY_AFTER_MS };
    pages.set(key, { ...expired, ...again });
    return expired.response;
  }

  function begin(key: string): Promise<RenderedPage> {
    const begunIn = state;
    const rendering = render(key)
      .then((page) => {
        if (page.isCacheable && begunIn === state) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (underWay.get(key) === rendering) underWay.delete(key);
      });
    underWay.set(key, rendering);
    return rendering;
  }

  async function render(key: string): Promise<RenderedPage> {
    renders += 1;
    const [begunAt, expiresAt] = [now(), elapsed() + MAX_AGE_MS];
    const request = new Request(publicUrl + key);
    const [answered, reads] = await recordReads(async () => fetch(request));
    const body = Buffer.from(await answered.arrayBuffer());
    const { status, headers } = answered;
    const isCacheable =
      status === 200 &&
      /\bs-maxage=/.test(headers.get('Cache-Control') ?? '') &&
      !reads.has('unannounced');
    const renderedAt = now();
    // A post that became public while the page was rendered may be missing from it.
    const since = new Date(Math.min(begunAt, renderedAt)).toISOString();
    const isList = isCacheable && reads.has('posts');
    // Where the database cannot tell, the page is sent once.
    const due = isList ? await nextDue(since).catch(() => since) : null;
    return {
      status,
      response: storeResponse({
        status,
        headers: new Headers(headers),
        body,
        sent: isCacheable && body.length <= LONGEST_PRESSED ? 'often' : 'once',
      }),
      reads,
      validFrom: Math.max(begunAt, renderedAt),
      validUntil: due === null ? Number.POSITIVE_INFINITY : Date.parse(due),
      expiresAt,
      isCacheable,
    };
  }

  /**
   * Puts the next state of every page concerned in the place of the one before, which is sent until
   * then. When this ends, nothing from before the change is sent any more.
   */
  function changed(isConcerned: (page: Page) => boolean): Promise<void> {
    state += 1;
    // Whoever asks from now on is not answered with what was begun before.
    underWay.clear();
    changing = changing.then(() => renew(isConcerned));
    return changing;
  }

  async function renew(isConcerned: (page: Page) => boolean): Promise<void> {
    const shown = [...pages.entries()].filter(([, page]) => isConcerned(page));
    for (const [key] of shown.slice(RENEWED_AT_ONCE)) pages.delete(key);
    for (const [key, before] of shown.slice(0, RENEWED_AT_ONCE)) {
      await replace(key, before).catch(() => pages.delete(key));
      // Requests are served in between.
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
    answer,
    postChanged: (id) => changed(({ reads }) => reads.has('posts') || reads.has(`post:${id}`)),
    anyPostChanged: () => changed(({ reads }) => reads.size > 0),
    figures: () => ({
      ...{ hits, renders, evictions },
      entries: pages.size,
      bytes: pages.calculatedSize,
    }),
  };
}
