import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { pageContext } from './context.ts';
import { NonceContext } from './nonce.ts';

const RENDER_LIMIT_MS = 10_000;

/** Renders a page whole: it is hashed, cached and compressed as one piece. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(pageContext);
  headers.set('Content-Type', 'text/html; charset=utf-8');
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
        resolve(new Response(Buffer.concat(chunks), { status, headers }));
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      { nonce, onAllReady: () => pipe(document), onError: reject },
    );
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_LIMIT_MS);
  });
}

/** Loaders' mistakes are reported by the server's own log, without a request's particulars. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  console.error(error);
}
