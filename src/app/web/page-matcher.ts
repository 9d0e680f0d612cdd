import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** A route's pattern (`/blog/:slug`) and the methods that it serves. */
export type MatchedPage = { pattern: string; methods: readonly string[] };

const READ_METHODS = ['GET', 'HEAD'];

/**
 * Matches a decodable path as the router does: it ignores letter case, trailing slashes and the `.data`
 * suffix of the router's data requests.
 */
export function createPageMatcher(build: ServerBuild): (pathname: string) => MatchedPage {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const tree = routesBelow(undefined);

  function routesBelow(parentId: string | undefined): RouteObject[] {
    return routes
      .filter((route) => route.parentId === parentId)
      .map(({ id, path = '', index, caseSensitive = false }) => {
        const route = { id, path, caseSensitive };
        return index === true ? { ...route, index } : { ...route, children: routesBelow(id) };
      });
  }

  return (pathname) => {
    const matches = matchRoutes(tree, pathname.replace(/(?:(?<=\/)_)?\.data$/, '')) ?? [];
    const path = matches.map(({ route }) => route.path).filter((part) => part);
    const page = build.routes[matches.at(-1)?.route.id ?? ''];
    return {
      pattern: `/${path.join('/')}`,
      // Forms only POST; the router would also run an action for PUT, PATCH and DELETE.
      methods: page?.module.action === undefined ? READ_METHODS : [...READ_METHODS, 'POST'],
    };
  };
}
