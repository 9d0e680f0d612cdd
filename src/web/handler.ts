import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type PageContext, pageContext } from './context.ts';
import { createPageMatcher } from './page-matcher.ts';
import { createReadingPages } from './reading-pages.tsx';

const handle = createRequestHandler(build, import.meta.env.MODE);
const readingPage = createReadingPages(build);

export const matchPage = createPageMatcher(build);

/**
 * Answers a request for a page. It lives inside Vite's graph, so that the context key here is the
 * one that the loaders read.
 */
export async function renderPage(request: Request, context: PageContext): Promise<Response> {
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  // What throws there throws here again, and is reported.
  const page = await readingPage(request, provider).catch(() => null);
  return page ?? handle(request.method === 'POST' ? withoutOrigin(request) : request, provider);
}

/**
 * The router refuses forms that say to come from another origin. Nothing is signed in by a cookie
 * here, so that this would protect nobody; and behind a proxy that ends TLS, every form seems to.
 */
function withoutOrigin(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('Origin');
  return new Request(request, { headers });
}
