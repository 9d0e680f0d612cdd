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
