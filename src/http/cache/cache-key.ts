/**
 * The parameters that pages read of their addresses. A value that fits the expression makes a page of
 * its own, any other value is as good as none; null for what anybody may write anything into: such
 * pages are not kept. All other parameters change nothing and are left out of the address.
 */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
  '/blog': { page: /^[1-9]\d{0,5}$/, q: null },
  '/contact': { type: null },
  '/glossary': { q: null },
  '/newsletter/confirm': { token: null },
  '/newsletter/unsubscribe': { token: null },
};

/** Lower case, without a trailing slash, nothing encoded: another way of writing it is not kept. */
const PLAIN_PATH = /^\/(?:[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*)?$/;
/** Not pages: calls, pictures that lie on the disk, the state of the process, the router's own data. */
const NO_PAGE = /^\/(?:api|media|healthz|readyz)(?:\/|$)|\.data$/;
const LONGEST = 300;

/**
 * What a page is kept under: its path with the parameters that it depends on. Null for an address
 * that is answered anew each time.
 *
 * @param url path and query as a request line has them
 */
export function cacheKey(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (path.length > LONGEST || !PLAIN_PATH.test(path) || NO_PAGE.test(path)) return null;
  if (mark === -1) return path;
  const known = PARAMETERS[path] ?? {};
  const given = new URLSearchParams(url.slice(mark));
  const kept: string[] = [];
  for (const [name, values] of Object.entries(known)) {
    const value = given.get(name);
    if (value === null) continue;
    if (values === null) return null;
    if (values.test(value)) kept.push(`${name}=${value}`);
  }
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
