import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './app/web/hydration-scripts.tsx';
import { pageResponse } from './app/web/unhydrated-pages.tsx';
import { pageContext } from './context.ts';

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> };

const RENDER_TIMEOUT_MS = 10_000;

/** Renders a page for hydration, without streaming: it is hashed, cached and compressed as a whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { csp } = loadContext.get(pageContext);
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
  return pageResponse(await text(prelude), { status, headers, csp });
}

/** Reports unexpected errors; an unknown path or method is none. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageContext).reportError(error);
}
