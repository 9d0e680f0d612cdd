/** The address is a secret, on whatever it answers: nothing keeps it, lists it or passes it on. */
export const SECRET = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  // Not `no-referrer`, with which a form would say that it comes from nowhere.
  'Referrer-Policy': 'strict-origin',
};

/** The token of a request; empty without one. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}
