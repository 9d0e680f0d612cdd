/** Never prefetched: secret links, actions, data and files. */
const EXCLUDED = [
  '/admin/*',
  '/preview/*',
  '/newsletter/confirm*',
  '/newsletter/unsubscribe*',
  '/api/*',
  '/media/*',
  '/*.*',
];

/**
 * Speculation rules (HTML Standard): the browser prefetches the page behind a link that the pointer
 * rests on. For pages without hydration; only pages of this site.
 */
export function speculationRules(): string {
  const where = { and: [{ href_matches: '/*' }, { not: { href_matches: EXCLUDED } }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
