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

/** For pages without hydration; only pages of this site. */
export function speculationRules(): string {
  const where = { and: [{ href_matches: '/*' }, { not: { href_matches: EXCLUDED } }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
