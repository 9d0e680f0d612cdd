import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type PageContext, pageContext } from '../../context.ts';
import { createUnhydratedPages } from './unhydrated-pages.tsx';

const handle = createRequestHandler(build, import.meta.env.MODE);
const renderUnhydrated = createUnhydratedPages(build);

/** It is part of Vite's module graph: loaders must read the same context key. */
export async function renderPage(request: Request, context: PageContext): Promise<Response> {
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  // The request handler fails in the same way, and reports it.
  const page = await renderUnhydrated(request, provider).catch(() => null);
  return page ?? handle(request.method === 'POST' ? withoutOrigin(request) : request, provider);
}

/**
 * The router rejects forms whose `Origin` is not the request's. Behind a proxy that terminates TLS that
 * would be every form, and no session is in a cookie that a foreign form could use.
 */
function withoutOrigin(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('Origin');
  return new Request(request, { headers });
}
