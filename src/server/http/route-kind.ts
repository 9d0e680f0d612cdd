/** The values of the metrics' `route` label. */
export const ROUTE_KINDS = [
  'page',
  'file',
  'api',
  'admin-api',
  'picture',
  'share-image',
  'health',
  'malformed',
] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

const KINDS: readonly (readonly [RegExp, RouteKind])[] = [
  [/^\/api\/admin\//, 'admin-api'],
  [/^\/api\//, 'api'],
  [/^\/media\//, 'picture'],
  [/^\/(?:healthz|readyz|metrics)$/, 'health'],
  [/\/share\.png$/, 'share-image'],
];

export function kindOfRoute(pattern: string): RouteKind {
  return KINDS.find(([kind]) => kind.test(pattern))?.[1] ?? 'page';
}
