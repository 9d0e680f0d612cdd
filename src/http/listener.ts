import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Assets } from './cache/assets.ts';
import type { PageCache } from './cache/page-cache.ts';
import { type Representation, type StoredResponse, sendStored } from './cache/stored-response.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { type RejectionStatus, rejection } from './malformed-request.ts';
import { type RequestTracker, trackRequests } from './request-tracker.ts';

export type ListenerOptions = {
  cache: Pick<PageCache, 'find' | 'answer'>;
  assets: Assets;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
  /** Told of what must not happen. */
  reportError: (error: unknown) => void;
  watch?: Pick<RequestTracker, 'anew' | 'fromMemory' | 'malformed' | 'newId'>;
};

/** There are few different ones, but anybody may send others. */
const MOST_REMEMBERED = 100;

/**
 * Answers the requests of a server. What is kept is written at once, without routing and without a
 * `Request`; everything else goes through the site.
 */
export function createListener(parts: ListenerOptions): RequestListener {
  const { cache, assets, publicUrl, reportError, watch = trackRequests() } = parts;
  const site = getRequestListener((request, env) => cache.answer(request, env), {
    // Old programs that watch over servers name none.
    hostname: 'localhost',
    errorHandler: (error) => {
      if (error instanceof RequestError) return refused(400, publicUrl);
      reportError(error);
      return refused(500, publicUrl);
    },
  });
  const anew = (request: IncomingMessage, response: ServerResponse) =>
    watch.anew(request, response, () => void site(request, response));
  const encodings = new Map<string | undefined, Encoding | null>();

  function encodingFor(accepted: string | undefined): Encoding | null {
    const known = encodings.get(accepted);
    if (known !== undefined) return known;
    const preferred = preferredEncoding(accepted);
    if (encodings.size < MOST_REMEMBERED) encodings.set(accepted, preferred);
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
    const write = (made: Representation) =>
      watch.fromMemory(kind, request, (id) => sendStored(made, request, response, id));
    if (ready !== undefined) write(ready);
    else stored.represent(encoding).then(write, () => anew(request, response));
  }

  /** Whether there was something to send. */
  function sendKept(url: string, request: IncomingMessage, response: ServerResponse): boolean {
    const file = assets.get(url);
    const stored = file ?? cache.find(url);
    if (stored === undefined) return false;
    send(stored, file === undefined ? 'page' : 'file', request, response);
    return true;
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers } = request;
    const isReading = method === 'GET' || method === 'HEAD';
    // Nobody reads it: what of it is still to come must not be taken for the next request, nor go on.
    if (isReading && hasBody(request)) response.shouldKeepAlive = false;
    const refused = !namesOneHost(request) ? 400 : !isExpectationKnown(request) ? 417 : null;
    if (refused !== null) {
      const { status, headers, body } = rejection(refused, publicUrl);
      watch.anew(request, response, () => void response.writeHead(status, headers).end(body));
      return;
    }
    const mayBeKept = isReading && headers.authorization === undefined;
    if (!(mayBeKept && sendKept(url, request, response))) anew(request, response);
  };
}

function refused(status: RejectionStatus, publicUrl: string): Response {
  const { headers, body } = rejection(status, publicUrl);
  return new Response(body, { status, headers });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** HTTP defines one expectation (RFC 9110, section 10.1.1). */
function isExpectationKnown({ headers: { expect } }: IncomingMessage): boolean {
  return expect === undefined || expect.toLowerCase() === '100-continue';
}

/** Of two hosts, a proxy might have taken the other one (RFC 9112, section 3.2). */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
