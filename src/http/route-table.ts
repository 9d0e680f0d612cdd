import { createMiddleware } from 'hono/factory';
import { METHOD_NAME_ALL } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import type { RouterRoute } from 'hono/types';
import { getPath } from 'hono/utils/url';
import { LRUCache } from 'lru-cache';
import { failureResponse } from './api/error-responses.ts';

export type MatchedRoute = {
  /** The pattern of the route (`/blog/:slug`): it holds nothing that was sent. */
  pattern: string;
  /** The methods that are served; null where there is nothing, whatever the method. */
  methods: readonly string[] | null;
};

/** The route at a request's target: a path, or a URL as proxies send it. */
export type RouteAt = (target: string) => MatchedRoute;

/** Finds the page at a path that can be decoded; it is built with the pages. */
export type MatchPage = (pathname: string) => { pattern: string; methods: readonly string[] };

/** A target that is no path, such as `*`. */
const NOWHERE: MatchedRoute = { pattern: '-', methods: null };

/** Finding a page takes a tenth of a millisecond. */
const MAX_CACHED = 200;

/**
 * Says which route a request leads to, by the routes of the app and those of the pages. A path that has a
 * handler for all methods and nothing else is one where there is nothing (`/api/*`).
 */
export function createRouteTable(routes: readonly RouterRoute[], matchPage: MatchPage): RouteAt {
  const router = new TrieRouter<RouterRoute>();
  for (const route of routes) {
    // Those are middleware, built files and pages.
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
      pattern: served[0]?.path ?? page?.pattern ?? NOWHERE.pattern,
      methods: [...new Set(methods)].sort(),
    };
  }

  return (target) => {
    const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target);
    if (url === null) return NOWHERE;
    const { pathname } = url;
    let route = cached.get(pathname);
    if (route === undefined) {
      route = find(pathname);
      cached.set(pathname, route);
    }
    return route;
  };
}

/** A path as it stands, or, where it cannot be decoded, with its percent signs as what they are. */
export function decodablePath(pathname: string): string {
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return pathname.replaceAll('%', '%25');
  }
}

/**
 * Refuses the methods that a route does not serve (RFC 9110, section 15.5.6). It stands in front of
 * everything but what the page cache answers, which are GET and HEAD alone.
 */
export function rejectOtherMethods(routeAt: RouteAt) {
  return createMiddleware(async (c, next) => {
    const { methods } = routeAt(c.req.url);
    if (methods === null || methods.includes(c.req.method)) return next();
    return failureResponse({
      kind: 'method-not-allowed',
      detail: `This address takes no ${c.req.method} requests.`,
      allow: methods,
    });
  });
}
