import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext } from './app/web/nonce.ts';
import { pageResponse, utf8 } from './app/web/page-response.ts';
import { pageContext } from './context.ts';

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> };

const RENDER_TIMEOUT_MS = 10_000;

/** Renders a page for hydration, without streaming: it is hashed, cached and compressed as a whole. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { csp } = loadContext.get(pageContext);
  const nonce = csp?.nonce;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const document = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        done();
        const html = Buffer.concat(chunks).toString();
        const sealed = csp?.hashInlineCode(html);
        const body = utf8(sealed?.html ?? html);
        resolve(pageResponse(body, { status, headers, policy: sealed?.policy }));
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // A boundary above this size would be sent hidden, for a script to put in place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => pipe(document),
        onError: reject,
      },
    );
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_TIMEOUT_MS);
  });
}

/** Reports unexpected errors; an unknown path or method is none. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(pageContext).reportError(error);
}
