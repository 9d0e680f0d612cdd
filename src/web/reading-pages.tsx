import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  isRouteErrorResponse,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
  type StaticHandlerContext,
} from 'react-router';
import { pageContext } from './context.ts';
import { NonceContext } from './nonce.ts';
import { pageResponse, utf8 } from './page-response.ts';
import type { PageHandle } from './root.tsx';

type Route = NonNullable<ServerBuild['routes'][string]>;

/**
 * Renders the pages that send no framework, several times as fast as the router's request handler: nothing is
 * prepared for hydration, and the document is rendered to a string in one go. Routes, loaders, metadata,
 * layout and components are those of the build.
 *
 * @returns answers a request; null for everything else and for errors, which the router's request handler
 *   reports and shows
 */
export function createReadingPages(build: ServerBuild) {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const reading = new Set(routes.filter(isReadingOnly).map(({ id }) => id));
  const handler = createStaticHandler(routesBelow(undefined));

  /** All routes, so that a path matches the same one as everywhere; loaders of reading pages only. */
  function routesBelow(parentId: string | undefined): RouteObject[] {
    return routes
      .filter((route) => route.parentId === parentId)
      .map(({ id, path = '', index, caseSensitive = false, module }) => {
        const loads = module.loader !== undefined && (parentId === undefined || reading.has(id));
        const route = {
          id,
          path,
          caseSensitive,
          handle: module.handle,
          ErrorBoundary: module.ErrorBoundary ?? null,
          ...(loads ? { loader: module.loader } : {}),
        };
        return index === true ? { ...route, index } : { ...route, children: routesBelow(id) };
      });
  }

  function render(context: StaticHandlerContext, url: URL, nonce: string): string {
    const ids = context.matches.map(({ route }) => route.id);
    const html = renderToString(
      <NonceContext value={nonce}>
        <ServerRouter
          url={url}
          context={{
            // The matched routes alone: the router prepares all that it is given.
            manifest: { ...build.assets, routes: pick(ids, (id) => build.assets.routes[id]) },
            routeModules: pick(ids, (id) => build.routes[id]?.module),
            staticHandlerContext: context,
            future: build.future,
            ssr: build.ssr,
            isSpaMode: build.isSpaMode,
            routeDiscovery: build.routeDiscovery,
            branches: [],
          }}
        />
      </NonceContext>,
    );
    return `<!DOCTYPE html>${html}`;
  }

  return async (request: Request, provider: RouterContextProvider): Promise<Response | null> => {
    const { csp } = provider.get(pageContext);
    const url = new URL(request.url);
    const isDocument = request.method === 'GET' && !url.pathname.endsWith('.data');
    if (!isDocument || csp === undefined) return null;
    const context = await handler.query(request, { requestContext: provider });
    if (!('matches' in context)) return context;
    if (!reading.has(context.matches.at(-1)?.route.id ?? '') || isUnusual(context)) return null;
    const { html, policy } = csp.hashInlineScripts(render(context, url, csp.nonce));
    return pageResponse(utf8(html), { status: context.statusCode, policy });
  };
}

/** A route with headers of its own goes to the request handler, which merges them. */
function isReadingOnly({ module: { handle, headers, default: component } }: Route): boolean {
  const { readingOnly = false } = (handle ?? {}) as PageHandle;
  return readingOnly && headers === undefined && component !== undefined;
}

/** Errors that have to be reported, and loaders that answer with headers. */
function isUnusual({ errors, loaderHeaders }: StaticHandlerContext): boolean {
  const thrown = Object.values(errors ?? {}).filter((error) => !isRouteErrorResponse(error));
  return thrown.length > 0 || Object.keys(loaderHeaders).length > 0;
}

function pick<Value>(ids: readonly string[], find: (id: string) => Value) {
  return Object.fromEntries(ids.map((id) => [id, find(id)]));
}
