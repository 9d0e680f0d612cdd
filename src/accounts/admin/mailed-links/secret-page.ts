/** Sent with pages that a secret link opens. Its token is in the fragment, which no server gets to see. */
export const SECRET_PAGE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};
