import {
  createStaticHandler,
  isRouteErrorResponse,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from 'react-router';
import { type PageContext, pageContext } from './context.ts';
import { createPartRenderer, cutAtSeams } from './page-parts.tsx';
import { pageResponse, utf8 } from './page-response.ts';
import type { PageHandle } from './root.tsx';

type Route = NonNullable<ServerBuild['routes'][string]>;
type Sealing = NonNullable<PageContext['sealing']>;

/** The document around a page, as it is sent: what comes before, between and after the page's parts. */
type Frame = {
  parts: [start: Buffer, middle: Buffer, end: Buffer];
  policy: string;
  /** By a clock that only goes forward: a frame does not live longer when the time is set back. */
  madeAt: number;
};

/** The footer says which year it is. */
const FRAME_HOLDS_MS = 60_000;
/** There are about as many as routes. */
const MOST_FRAMES = 100;

/**
 * Renders the pages that send no framework, several times as fast as the router's own handler:
 * nothing is made ready for a browser to take over, and the document around the pages of a route is
 * rendered and sealed once for all of them. Routes, loaders, metadata, layout and components are those
 * of the build.
 *
 * @returns what answers a request; null for all that is no such page or went wrong, which the router's
 *   handler knows how to report and to show
 */
export function createReadingPages(build: ServerBuild) {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const reading = new Set(routes.filter(isForReading).map(({ id }) => id));
  const handler = createStaticHandler(routesBelow(undefined));
  const { renderFrame, renderPage } = createPartRenderer(build);
  const frames = new Map<string, Frame>();

  /** All routes, so that an address leads to the same one as everywhere; loaders for reading only. */
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

  function frameFor(context: StaticHandlerContext, url: URL, { nonce, seal }: Sealing): Frame {
    const key = frameKey(context);
    const kept = frames.get(key);
    if (kept !== undefined && performance.now() - kept.madeAt < FRAME_HOLDS_MS) return kept;
    // All scripts of a page stand in its frame.
    const { html, policy } = seal(renderFrame(context, url, nonce));
    const [start, middle, end] = cutAtSeams(html);
    const frame: Frame = {
      parts: [utf8(start), utf8(middle), utf8(end)],
      policy,
      madeAt: performance.now(),
    };
    if (frames.size >= MOST_FRAMES) frames.clear();
    frames.set(key, frame);
    return frame;
  }

  return async (request: Request, provider: RouterContextProvider): Promise<Response | null> => {
    const { sealing } = provider.get(pageContext);
    const url = new URL(request.url);
    const isDocument = request.method === 'GET' && !url.pathname.endsWith('.data');
    if (!isDocument || sealing === undefined) return null;
    const context = await handler.query(request, { requestContext: provider });
    if (!('matches' in context)) return context;
    if (!reading.has(context.matches.at(-1)?.route.id ?? '') || isUnusual(context)) return null;
    const { parts, policy } = frameFor(context, url, sealing);
    const { head, body } = renderPage(context, url);
    const bytes = Buffer.concat([parts[0], utf8(head), parts[1], utf8(body), parts[2]]);
    return pageResponse(bytes, { status: context.statusCode, policy });
  };
}

/** Where a route has headers of its own, few people ask and each gets another page. */
function isForReading({ module: { handle, headers, default: component } }: Route): boolean {
  const { readingOnly = false } = (handle ?? {}) as PageHandle;
  return readingOnly && headers === undefined && component !== undefined;
}

/** Mistakes of ours, which have to be reported, and answers that bring headers. */
function isUnusual({ errors, loaderHeaders }: StaticHandlerContext): boolean {
  const mistakes = Object.values(errors ?? {}).filter((error) => !isRouteErrorResponse(error));
  return mistakes.length > 0 || Object.keys(loaderHeaders).length > 0;
}

/** All that the layout takes of a page: its route, and the scripts that its data calls for. */
function frameKey({ matches, loaderData }: StaticHandlerContext): string {
  const scripts = matches.map(({ route: { id, handle } }) =>
    ((handle ?? {}) as PageHandle).scriptFor?.(loaderData[id]),
  );
  return [matches.at(-1)?.route.id, ...scripts].join('\n');
}
