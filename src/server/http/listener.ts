import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Assets } from './cache/assets.ts';
import type { PageCache } from './cache/page-cache.ts';
import { sendStored } from './cache/send-stored.ts';
import type { Representation, StoredResponse } from './cache/stored-response.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { type RejectionStatus, rejection } from './malformed-request.ts';
import { type RequestTracker, trackRequests } from './request-tracker.ts';

export type ListenerOptions = {
  cache: Pick<PageCache, 'find' | 'fetch'>;
  assets: Assets;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
  /** Called with errors that become a 500. */
  reportError: (error: unknown) => void;
  tracker?: Pick<RequestTracker, 'track' | 'trackCacheHit' | 'trackMalformed' | 'newId'>;
};

/** Values of `Accept-Encoding`: browsers send few different ones, but a client may send any. */
const MAX_ACCEPT_ENCODINGS = 100;

/**
 * Handles the requests of a server. Built files and cached pages are written directly, without routing
 * and without a `Request`; everything else goes through the site.
 */
export function createListener(options: ListenerOptions): RequestListener {
  const { cache, assets, publicUrl, reportError, tracker = trackRequests() } = options;
  const site = getRequestListener((request, env) => cache.fetch(request, env), {
    // HTTP/1.0 clients, such as old health checks, send no Host.
    hostname: 'localhost',
    errorHandler: (error) => {
      if (error instanceof RequestError) return rejectionResponse(400, publicUrl);
      reportError(error);
      return rejectionResponse(500, publicUrl);
    },
  });
  const encodings = new Map<string | undefined, Encoding | null>();

  function encodingFor(accepted: string | undefined): Encoding | null {
    const known = encodings.get(accepted);
    if (known !== undefined) return known;
    const preferred = preferredEncoding(accepted);
    if (encodings.size < MAX_ACCEPT_ENCODINGS) encodings.set(accepted, preferred);
    return preferred;
  }

  function send(
    stored: StoredResponse,
    kind: 'file' | 'page',
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const ready = stored.ready(encoding);
    const write = (representation: Representation) =>
      tracker.trackCacheHit(kind, request, (id) =>
        sendStored(representation, request, response, id),
      );
    if (ready !== undefined) write(ready);
    else void stored.represent(encoding).then(write);
  }

  /** Returns true if there was a cached page or a built file to send. */
  function sendFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request;
    const page = headers.authorization === undefined ? cache.find(url) : undefined;
    const stored = page ?? assets.get(pathOf(url));
    if (stored === undefined) return false;
    send(stored, page === undefined ? 'file' : 'page', request, response);
    return true;
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const { method } = request;
    const isReading = method === 'GET' || method === 'HEAD';
    // Close the connection: the unread body would be parsed as the next request.
    if (isReading && hasBody(request)) response.shouldKeepAlive = false;
    const rejected = !hasOneHost(request) ? 400 : !isExpectationKnown(request) ? 417 : null;
    if (rejected !== null) {
      const { status, headers, body } = rejection(rejected, publicUrl);
      tracker.track(request, response, () => void response.writeHead(status, headers).end(body));
      return;
    }
    if (isReading && sendFromMemory(request, response)) return;
    tracker.track(request, response, () => void site(request, response));
  };
}

function rejectionResponse(status: RejectionStatus, publicUrl: string): Response {
  const { headers, body } = rejection(status, publicUrl);
  return new Response(body, { status, headers });
}

/** The path of a request target in origin or absolute form (RFC 9112, section 3.2), without the query. */
function pathOf(target: string): string {
  const mark = target.indexOf('?');
  const url = mark === -1 ? target : target.slice(0, mark);
  return url.startsWith('/') ? url : (URL.parse(url)?.pathname ?? '');
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** HTTP defines one expectation (RFC 9110, section 10.1.1). */
function isExpectationKnown({ headers: { expect } }: IncomingMessage): boolean {
  return expect === undefined || expect.toLowerCase() === '100-continue';
}

/** Of two Host headers, a proxy might have used the other one (RFC 9112, section 3.2). */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
