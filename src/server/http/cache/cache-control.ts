/**
 * Browsers revalidate each time and get a 304; the page cache holds the response until it changes;
 * a CDN, which is not notified, revalidates after ten seconds (RFC 9111, section 5.2.2.10).
 */
export const SHARED = 'public, max-age=0, must-revalidate, s-maxage=10';
