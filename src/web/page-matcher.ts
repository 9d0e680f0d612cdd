import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** A page's pattern (`/blog/:slug`), and the methods that it serves. */
export type MatchedPage = { pattern: string; methods: readonly string[] };

const READ = ['GET', 'HEAD'];

/**
 * Finds the page at a path that can be decoded, as the router does: letter case, trailing slashes and the
 * suffix of the router's own data requests make no difference.
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
      // A form posts; the router would run an action for PUT, PATCH and DELETE, too.
      methods: page?.module.action === undefined ? READ : [...READ, 'POST'],
    };
  };
}
