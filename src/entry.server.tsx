import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './app/web/nonce.ts';
import { pageResponse } from './app/web/page-response.ts';
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
  const nonce = csp?.nonce;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // A boundary above this size would be sent hidden, for a script to put in place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          clearTimeout(timer);
          resolve(text(pipe(new PassThrough())));
        },
        onError: reject,
      },
    );
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS);
  });
  return pageResponse(html, { status, headers, csp });
}

/** Reports unexpected errors; an unknown path or method is none. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageContext).reportError(error);
}
