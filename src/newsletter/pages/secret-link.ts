/** The URL is a secret, also in error responses: it must not be cached, indexed or sent as referrer. */
export const SECRET_PAGE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  // Not `no-referrer`: with it, forms send `Origin: null`.
  'Referrer-Policy': 'strict-origin',
};

/** The request's token; empty without one. */
export function tokenFrom(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}
