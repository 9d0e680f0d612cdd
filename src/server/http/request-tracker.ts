import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTrustedProxy } from './client-ip.ts';
import type { RouteAt } from './route-table.ts';

/** The values of the metrics' `route` label. */
const ROUTE_KINDS = [
  'page',
  'file',
  'api',
  'admin-api',
  'picture',
  'share-image',
  'health',
  'malformed',
] as const;
type RouteKind = (typeof ROUTE_KINDS)[number];

const KINDS: readonly (readonly [RegExp, RouteKind])[] = [
  [/^\/api\/admin\//, 'admin-api'],
  [/^\/api\//, 'api'],
  [/^\/media\//, 'picture'],
  [/^\/(?:healthz|readyz|metrics)$/, 'health'],
  [/\/share\.png$/, 'share-image'],
];

export function kindOfRoute(pattern: string): RouteKind {
  return KINDS.find(([kind]) => kind.test(pattern))?.[1] ?? 'page';
}

/** A log entry of a request; holds no personal data and nothing that the client sent. */
export type CompletedRequest = {
  /** Equals the response's `X-Request-Id`. */
  request: string;
  /** A method that Node.js knows; empty for a malformed request. */
  method: string;
  route: RouteKind;
  /** The pattern of the route (`/blog/:slug`), free of user input. */
  path: string;
  status: number;
  /** Milliseconds from the request's head to the response's end. */
  ms: number;
  /** Bytes of the response, head included. */
  bytes: number;
  /** The error code of Node's parser for a malformed request, such as `HPE_INVALID_METHOD`. */
  code?: string;
};

/** Counts of responses from memory, by content, method, and whether the body was sent. */
export type CacheHits = Record<
  'file' | 'page',
  Record<'GET' | 'HEAD', { full: number; notModified: number }>
>;

type TrackerOptions = {
  /** Without it, all requests have one route. */
  routeAt?: RouteAt;
  /** IP addresses and networks of proxies whose `X-Request-Id` is used. */
  trustedProxies?: readonly string[];
  /** Called after each response that did not come from memory. */
  onCompleted?: (request: CompletedRequest) => void;
  /** Called after each response from memory; without it these are only counted. */
  onCacheHit?: ((request: CompletedRequest) => void) | undefined;
};

export type RequestTracker = ReturnType<typeof trackRequests>;

const requests = new AsyncLocalStorage<string>();

/** The id of the request that this asynchronous context handles, if any. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** The accepted format of a proxy's request id. */
const ID = /^[\w-]{1,64}$/;

/**
 * Assigns request ids, counts requests, and reports each when it is completed. A response from memory
 * that is only counted has no id: no log entry would contain it, and the header costs a tenth of the speed.
 */
export function trackRequests({
  routeAt = () => ({ pattern: '/*', methods: null }),
  trustedProxies = [],
  onCompleted = () => undefined,
  onCacheHit,
}: TrackerOptions = {}) {
  const isTrusted = isTrustedProxy(trustedProxies);
  // Ids need to be unique, not secret: a counter is much faster than random bytes.
  const prefix = randomBytes(6).toString('base64url');
  let last = 0;
  let inFlight = 0;
  const zero = () => ({
    GET: { full: 0, notModified: 0 },
    HEAD: { full: 0, notModified: 0 },
  });
  const cacheHits: CacheHits = { file: zero(), page: zero() };

  function idOf({ headers, socket }: IncomingMessage): string {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && ID.test(given) && isTrusted(socket.remoteAddress ?? null)) {
      return given;
    }
    return newId();
  }

  function newId(): string {
    last += 1;
    return `${prefix}-${last.toString(36)}`;
  }

  /** Runs the handler of a request, and reports when its response has ended or its connection closed. */
  function track(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const id = idOf(request);
    const { socket, method = '', url = '' } = request;
    const startedAt = performance.now();
    const bytesBefore = socket.bytesWritten;
    inFlight += 1;
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      inFlight -= 1;
      const { pattern } = routeAt(url);
      onCompleted({
        request: id,
        method,
        route: kindOfRoute(pattern),
        path: pattern,
        status: response.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
      });
    });
    requests.run(id, handle);
  }

  /**
   * Counts a response from memory.
   *
   * @param send writes the response, with the request's id if given, and returns its status
   */
  function trackCacheHit(
    kind: 'file' | 'page',
    request: IncomingMessage,
    send: (id?: string) => number,
  ): void {
    const id = onCacheHit === undefined ? undefined : idOf(request);
    const startedAt = id === undefined ? 0 : performance.now();
    const status = send(id);
    const counts = cacheHits[kind][request.method === 'HEAD' ? 'HEAD' : 'GET'];
    if (status === 304) counts.notModified += 1;
    else counts.full += 1;
    if (onCacheHit === undefined || id === undefined) return;
    const { method = '', url = '' } = request;
    const path = routeAt(url).pattern;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    onCacheHit({ request: id, method, route: kind, path, status, ms, bytes: 0 });
  }

  /**
   * Records a request that could not be parsed.
   *
   * @param id equals the response's `X-Request-Id`, if a response was sent
   * @param code the code of Node's error: a constant, never user input
   */
  function trackMalformed(id: string, status: number, code: string): void {
    onCompleted({
      request: id,
      method: '',
      route: 'malformed',
      path: '-',
      status,
      ms: 0,
      bytes: 0,
      code,
    });
  }

  return { track, trackCacheHit, trackMalformed, newId, cacheHits, inFlight: () => inFlight };
}
