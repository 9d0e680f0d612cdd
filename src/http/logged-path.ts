/** What the figures tell apart: kinds of answers that cost and matter alike. */
export const ROUTES = [
  'page',
  'file',
  'api',
  'admin-api',
  'picture',
  'share-image',
  'health',
] as const;
export type Route = (typeof ROUTES)[number];

const BEGINNINGS: readonly (readonly [RegExp, Route])[] = [
  [/^\/api\/admin(?:\/|$)/i, 'admin-api'],
  [/^\/api(?:\/|$)/i, 'api'],
  [/^\/media\//i, 'picture'],
  [/^\/(?:healthz|readyz|metrics)$/i, 'health'],
  [/\/share\.png$/i, 'share-image'],
];

/** The kind of what is answered at an address. */
export function routeOf(url: string): Route {
  const path = pathOf(url);
  return BEGINNINGS.find(([pattern]) => pattern.test(path))?.[1] ?? 'page';
}

/** Every address of ours is made of these; what else somebody writes into one may be anything. */
const PLAIN = /^[a-z0-9][a-z0-9._-]{0,79}$/i;

/** Small letters and digits make slugs and ids; both cases and digits, for long, make tokens. */
const TOKEN = /^(?=.*[A-Z])(?=.*\d)[\w-]{20,}$/;

const MOST_PARTS = 8;

/**
 * The path of an address as it may be written down: without its query, and without what may be a
 * secret or a person's (the tokens of preview links, an e-mail address that somebody put there).
 */
export function loggedPath(url: string): string {
  const parts = pathOf(url).split('/').slice(1);
  const shown = parts.slice(0, MOST_PARTS).map((part, at) => {
    if (parts.slice(0, at).some((before) => /^preview$/i.test(before))) return '…';
    return part === '' || (PLAIN.test(part) && !TOKEN.test(part)) ? part : '…';
  });
  return `/${shown.join('/')}${parts.length > MOST_PARTS ? '/…' : ''}`;
}

function pathOf(url: string): string {
  // Servers must take the form that proxies send, too (RFC 9112, section 3.2.2).
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}
