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
import { type PageCsp, pageContext } from '../../context.ts';
import type { PageHandle } from '../../root.tsx';
import { NonceContext } from './hydration-scripts.tsx';

/**
 * Several times as fast as the router's request handler, which prepares hydration; routes, loaders,
 * metadata, layout and components are those of the build.
 *
 * @returns a handler that returns null for all other requests and for errors, which the router's
 * request handler reports and shows
 */
export function createUnhydratedPages(build: ServerBuild) {
  const built = Object.values(build.routes).filter((route) => route !== undefined);
  const unhydrated = new Set(built.filter(isUnhydrated).map(({ id }) => id));

  /** In this tree a path matches as in the router. Of all routes, it has only the loaders of unhydrated pages. */
  function treeBelow(parent: string | undefined): RouteObject[] {
    return built
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path = '', index, caseSensitive = false, module }) => {
        const { handle, loader, ErrorBoundary = null } = module;
        const isLoaded = loader !== undefined && (parent === undefined || unhydrated.has(id));
        const matching = { id, path, caseSensitive, handle, ErrorBoundary };
        const route = { ...matching, ...(isLoaded && { loader }) };
        return index === true ? { ...route, index } : { ...route, children: treeBelow(id) };
      });
  }
  const handler = createStaticHandler(treeBelow(undefined));

  function render(context: StaticHandlerContext, url: URL, nonce: string): string {
    const ids = context.matches.map(({ route }) => route.id);
    const html = renderToString(
      <NonceContext value={nonce}>
        <ServerRouter
          url={url}
          context={{
            // The matched routes only: the router processes every route in the manifest.
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
    const { csp, viewer } = provider.get(pageContext);
    const url = new URL(request.url);
    const isDocument = request.method === 'GET' && !url.pathname.endsWith('.data');
    if (!isDocument || csp === undefined) return null;
    const context = await handler.query(request, { requestContext: provider });
    if (!('matches' in context)) return context;
    const leaf = context.matches.at(-1)?.route.id ?? '';
    if (!unhydrated.has(leaf) || needsRequestHandler(context)) return null;
    const page = render(context, url, csp.nonce);
    // What a viewer receives may be written into another document (`article-script.ts`), whose policy allows
    // its own styles and files.
    const styled = viewer === null ? csp.inlineStyles(page) : page;
    return pageResponse(styled, { status: context.statusCode, csp });
  };
}

type Answer = { status: number; headers?: Headers; csp: PageCsp | undefined };

/** A page as a whole, with its content security policy where there is one. */
export function pageResponse(page: string, { status, headers = new Headers(), csp }: Answer) {
  const { html, policy } = csp?.hashInlineCode(page) ?? { html: page };
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (policy !== undefined) headers.set('Content-Security-Policy', policy);
  return new Response(html, { status, headers });
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;

/** A route with a `headers` export needs the request handler, which merges headers. */
function isUnhydrated({ module: { handle, headers, default: component } }: BuiltRoute): boolean {
  const { hydrate } = (handle ?? {}) as PageHandle;
  return hydrate === false && headers === undefined && component !== undefined;
}

/** True for unexpected errors, which it reports, and for loaders that set headers. */
function needsRequestHandler({ errors, loaderHeaders }: StaticHandlerContext): boolean {
  const thrown = Object.values(errors ?? {}).filter((error) => !isRouteErrorResponse(error));
  return thrown.length > 0 || Object.keys(loaderHeaders).length > 0;
}

function pick<Value>(ids: readonly string[], find: (id: string) => Value) {
  return Object.fromEntries(ids.map((id) => [id, find(id)]));
}
