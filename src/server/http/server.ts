import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Assets } from './cache/assets.ts';
import type { PageCache } from './cache/page-cache.ts';
import { sendStored } from './cache/stored-response.ts';
import { preferredEncoding } from './compression.ts';

type ServerOptions = {
  cache: Pick<PageCache, 'find' | 'fetch'>;
  assets: Assets;
  reportError: (error: unknown) => void;
  countHit?: (kind: 'file' | 'page') => void;
};

/** In milliseconds. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  // Enough for an upload of 100 MB at 1.4 Mbit/s.
  requestTimeout: 660_000,
  // Longer than the keep-alive of proxies (usually 60 s), so that the proxy closes first.
  keepAliveTimeout: 65_000,
} as const;

/** Closes a connection on which no bytes move during a response: some clients never read. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Built files and cached pages are written directly, without routing and without a `Request`;
 * everything else goes through the site.
 */
export function createSiteServer(options: ServerOptions): Server {
  const { cache, assets, reportError, countHit = () => undefined } = options;
  const site = getRequestListener((request, env) => cache.fetch(request, env), {
    // HTTP/1.0 clients, such as old health checks, send no Host.
    hostname: 'localhost',
    errorHandler: (error) => {
      if (error instanceof RequestError) return new Response(null, { status: 400 });
      reportError(error);
      return new Response(null, { status: 500 });
    },
  });

  function sendFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const page = headers.authorization === undefined ? cache.find(url) : undefined;
    const stored = page ?? assets.get(pathOf(url));
    if (stored === undefined) return false;
    countHit(page === undefined ? 'file' : 'page');
    const encoding = preferredEncoding(headers['accept-encoding']);
    const form = stored.represent(encoding);
    if (form instanceof Promise) void form.then((made) => sendStored(made, request, response));
    else sendStored(form, request, response);
    return true;
  }

  const server = createServer(TIMEOUTS, (request, response) => {
    if (!sendFromMemory(request, response)) void site(request, response);
  });
  server.setTimeout(IDLE_TIMEOUT_MS);
  return server;
}

/** The path of a request target in origin or absolute form (RFC 9112, section 3.2), without the query. */
function pathOf(target: string): string {
  const mark = target.indexOf('?');
  const url = mark === -1 ? target : target.slice(0, mark);
  return url.startsWith('/') ? url : (URL.parse(url)?.pathname ?? '');
}
