import { createMiddleware } from 'hono/factory';
import { METHOD_NAME_ALL } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import type { RouterRoute } from 'hono/types';
import { getPath } from 'hono/utils/url';
import { LRUCache } from 'lru-cache';
import { failureResponse } from './error-responses.ts';

export type MatchedRoute = {
  /** The pattern of the route (`/blog/:slug`), free of user input. */
  pattern: string;
  /** The methods that are served; null when no resource exists for any method. */
  methods: readonly string[] | null;
};

/** Finds the route of a request target: a path, or an absolute URL as proxies send it. */
export type RouteAt = (target: string) => MatchedRoute;

/** Finds the page at a decodable path; exported by the build of the pages. */
export type MatchPage = (pathname: string) => { pattern: string; methods: readonly string[] };

/** The route of a target that is not a path, such as `*`. */
const NO_ROUTE: MatchedRoute = { pattern: '-', methods: null };

/** Paths; matching a page takes 0.1 ms without the cache. */
const MAX_CACHED = 200;

/**
 * Finds the route of a request among those of the app and of the pages. A path that only matches a
 * handler for all methods has no resource (`/api/*`).
 */
export function createRouteTable(routes: readonly RouterRoute[], matchPage: MatchPage): RouteAt {
  const router = new TrieRouter<RouterRoute>();
  for (const route of routes) {
    // `/*` matches middleware and pages.
    if (route.path !== '/*') router.add(METHOD_NAME_ALL, route.path, route);
  }
  const cached = new LRUCache<string, MatchedRoute>({ max: MAX_CACHED });

  function find(pathname: string): MatchedRoute {
    const path = getPath(new Request(`http://localhost${pathname}`));
    const matched = router.match(METHOD_NAME_ALL, path)[0].map(([route]) => route);
    const served = matched.filter(({ method }) => method !== METHOD_NAME_ALL);
    const others = matched.find(({ method }) => method === METHOD_NAME_ALL);
    if (served.length === 0 && others !== undefined) return { pattern: others.path, methods: null };
    const page = others === undefined ? matchPage(decodablePath(pathname)) : undefined;
    const methods = [...served.map(({ method }) => method), ...(page?.methods ?? [])];
    if (methods.includes('GET')) methods.push('HEAD');
    return {
      pattern: served[0]?.path ?? page?.pattern ?? NO_ROUTE.pattern,
      methods: [...new Set(methods)].sort(),
    };
  }

  return (target) => {
    const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target);
    if (url === null) return NO_ROUTE;
    const { pathname } = url;
    let route = cached.get(pathname);
    if (route === undefined) {
      route = find(pathname);
      cached.set(pathname, route);
    }
    return route;
  };
}

/** The path unchanged, or, where it is not decodable, with its percent signs escaped. */
export function decodablePath(pathname: string): string {
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return pathname.replaceAll('%', '%25');
  }
}

/**
 * Rejects methods that a route does not serve (RFC 9110, section 15.5.6). Applies to every request but
 * those that the listener answers from memory, which are GET and HEAD only.
 */
export function rejectOtherMethods(routeAt: RouteAt) {
  return createMiddleware(async (c, next) => {
    const { methods } = routeAt(c.req.url);
    if (methods === null || methods.includes(c.req.method)) return next();
    return failureResponse({
      kind: 'method-not-allowed',
      detail: `This address does not accept ${c.req.method} requests.`,
      allow: methods,
    });
  });
}
