/**
 * For what is the same for everyone: browsers ask again each time and get 304; this site's own cache
 * keeps it until it changes, and one in front of the site, which is told of nothing, for ten seconds,
 * after which it asks again too (RFC 9111, section 5.2.2.10).
 */
export const SHARED = 'public, max-age=0, must-revalidate, s-maxage=10';
