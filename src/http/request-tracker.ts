import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { trusts } from './client-ip.ts';
import { kindOfRoute, type RouteKind } from './route-kind.ts';
import type { RouteAt } from './route-table.ts';

/** What is told of a request when it has been answered: nothing of who asked, and nothing sent. */
export type CompletedRequest = {
  /** Also in the answer's `X-Request-Id`. */
  request: string;
  /** A method that Node knows; empty for a malformed request. */
  method: string;
  route: RouteKind;
  /** The pattern of the route (`/blog/:slug`): nothing that was sent is in it. */
  path: string;
  status: number;
  /** From the request's head to the answer's end, in milliseconds. */
  ms: number;
  /** Of the answer, head included. */
  bytes: number;
  /** What Node's parser found in a malformed request, such as `HPE_INVALID_METHOD`. */
  code?: string;
};

/** How many answers came from memory, by what they are, their method and whether they were a 304. */
export type CacheHits = Record<
  'file' | 'page',
  Record<'GET' | 'HEAD', { full: number; not: number }>
>;

type Parts = {
  /** The route of a request; without it, there is one for all. */
  routeAt?: RouteAt;
  /** Addresses and networks of proxies whose word is taken on the request's id. */
  trustedProxies?: readonly string[];
  /** Told of each request that was answered anew. */
  answered?: (answered: CompletedRequest) => void;
  /** Told of each that was answered from memory; without it these are only counted. */
  onCacheHit?: ((answered: CompletedRequest) => void) | undefined;
};

export type RequestTracker = ReturnType<typeof trackRequests>;

const requests = new AsyncLocalStorage<string>();

/** The id of the request that is being answered anew here, if any. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** What a proxy's id may look like. */
const ID = /^[\w-]{1,64}$/;

/**
 * Gives every request an id that is told of, and tells what became of it. What comes from memory and is
 * only counted has none: nothing could be found by it, and a header of its own for each costs a tenth.
 */
export function trackRequests({
  routeAt = () => ({ pattern: '/*', methods: null }),
  trustedProxies = [],
  answered = () => undefined,
  onCacheHit,
}: Parts = {}) {
  const isTrusted = trusts(trustedProxies);
  // Ids tell requests apart and are no secret: counting is much quicker than chance.
  const start = randomBytes(6).toString('base64url');
  let last = 0;
  let underWay = 0;
  const none = () => ({ GET: { full: 0, not: 0 }, HEAD: { full: 0, not: 0 } });
  const kept: CacheHits = { file: none(), page: none() };

  function idOf({ headers, socket }: IncomingMessage): string {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && ID.test(given) && isTrusted(socket.remoteAddress ?? null)) {
      return given;
    }
    return newId();
  }

  function newId(): string {
    last += 1;
    return `${start}-${last.toString(36)}`;
  }

  /** Lets a request be answered, and watches until it is. */
  function anew(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const id = idOf(request);
    const { socket, method = '', url = '' } = request;
    const begun = performance.now();
    const before = socket.bytesWritten;
    underWay += 1;
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      underWay -= 1;
      const { pattern } = routeAt(url);
      answered({
        request: id,
        method,
        route: kindOfRoute(pattern),
        path: pattern,
        status: response.statusCode,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        bytes: socket.bytesWritten - before,
      });
    });
    requests.run(id, answer);
  }

  /**
   * Counts an answer from memory.
   *
   * @param send writes it, with the request's id where it is told, and gives its status
   */
  function fromMemory(
    kind: 'file' | 'page',
    request: IncomingMessage,
    send: (id?: string) => number,
  ): void {
    const id = onCacheHit === undefined ? undefined : idOf(request);
    const begun = id === undefined ? 0 : performance.now();
    const status = send(id);
    const counts = kept[kind][request.method === 'HEAD' ? 'HEAD' : 'GET'];
    if (status === 304) counts.not += 1;
    else counts.full += 1;
    if (onCacheHit === undefined || id === undefined) return;
    const { method = '', url = '' } = request;
    const path = routeAt(url).pattern;
    const ms = Math.round((performance.now() - begun) * 10) / 10;
    onCacheHit({ request: id, method, route: kind, path, status, ms, bytes: 0 });
  }

  /**
   * Records a request that could not be parsed.
   *
   * @param id also in the answer's `X-Request-Id`, where there is one
   * @param code of Node's error: a constant, never what was sent
   */
  function malformed(id: string, status: number, code: string): void {
    answered({
      ...{ request: id, method: '', route: 'malformed', path: '-' },
      ...{ status, ms: 0, bytes: 0, code },
    });
  }

  return { anew, fromMemory, malformed, newId, kept, underWay: () => underWay };
}
