import { matchRoutes, type ServerBuild } from 'react-router';
import type { MatchPage } from '../../server/http/route-table.ts';
import { routeTree } from './route-tree.ts';

const READ_METHODS = ['GET', 'HEAD'];

/**
 * Matches a decodable path as the router does: it ignores letter case, trailing slashes and the `.data`
 * suffix of the router's data requests.
 */
export function createPageMatcher(build: ServerBuild): MatchPage {
  const tree = routeTree(build);

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
