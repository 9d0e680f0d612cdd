import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './app/web/hydration-scripts.tsx';
import { pageContext } from './context.ts';
import { isHydrated } from './root.tsx';

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> };

const RENDER_TIMEOUT_MS = 10_000;

/** Renders a page without streaming: it is hashed, cached and compressed as a whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { csp, viewer } = loadContext.get(pageContext);
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(
    <NonceContext value={csp?.nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={csp?.nonce} />
    </NonceContext>,
    {
      signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
      // A boundary above this size would be sent hidden, for a script to put in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  if (failure !== undefined) throw failure;
  const page = await text(prelude);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (csp === undefined) return new Response(page, { status, headers });
  const handles = routerContext.staticHandlerContext.matches.map(({ route }) => route.handle);
  // What a viewer receives may be written into another document (`draft-preview.ts`), whose policy allows
  // its own styles and files; a page that is never stored is not compressed.
  const isShared = viewer === null && !headers.has('Cache-Control');
  const isStyled = isShared && !isHydrated(handles);
  const { html, policy } = csp.hashInlineCode(isStyled ? csp.inlineStyles(page) : page);
  headers.set('Content-Security-Policy', policy);
  return new Response(html, { status, headers });
}

/** Reports unexpected errors; an unknown path or method is none. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageContext).reportError(error);
}
