import type { RouteObject, ServerBuild } from 'react-router';

export type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;

export function routesOf(build: ServerBuild): BuiltRoute[] {
  return Object.values(build.routes).filter((route) => route !== undefined);
}

/**
 * All routes of a build as the router's tree, in which a path matches as in the router.
 *
 * @param more what each route has beside its path
 */
export function routeTree(
  build: ServerBuild,
  more: (
    route: BuiltRoute,
  ) => Pick<RouteObject, 'handle' | 'loader' | 'ErrorBoundary'> = () => ({}),
): RouteObject[] {
  const routes = routesOf(build);
  const below = (parentId: string | undefined): RouteObject[] =>
    routes
      .filter((route) => route.parentId === parentId)
      .map((built) => {
        const { id, path = '', index, caseSensitive = false } = built;
        const route = { ...more(built), id, path, caseSensitive };
        return index === true ? { ...route, index } : { ...route, children: below(id) };
      });
  return below(undefined);
}
