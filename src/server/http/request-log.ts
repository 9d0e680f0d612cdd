import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';

const KINDS = [
  [/^\/api\/admin\//i, 'admin-api'],
  [/^\/api(?:\/|$)/i, 'api'],
  [/^\/media\//, 'picture'],
  [/^\/(?:healthz|readyz|metrics)$/, 'health'],
  [/\/share\.png$/, 'share-image'],
] as const;

export type RouteKind = 'page' | (typeof KINDS)[number][1];

export function kindOfPath(path: string): RouteKind {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'page';
}

/** A log entry of a request; holds no personal data and nothing that the client sent. */
export type CompletedRequest = {
  /** Equals the response's `X-Request-Id`. */
  request: string;
  /** A method that Node.js knows. */
  method: string;
  route: RouteKind;
  isSignIn: boolean;
  status: number;
  /** Milliseconds until there was a response. */
  ms: number;
};

const requests = new AsyncLocalStorage<string>();

/** The id of the request that this asynchronous context handles, if any. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** Gives each request an id, and reports it when there is a response. What comes from memory is not reported. */
export function logRequests(onCompleted: (request: CompletedRequest) => void) {
  // Ids need to be unique, not secret: a counter is much faster than random bytes.
  const prefix = randomBytes(6).toString('base64url');
  let last = 0;
  return createMiddleware(async (c, next) => {
    last += 1;
    const request = `${prefix}-${last.toString(36)}`;
    const startedAt = performance.now();
    await requests.run(request, next);
    c.res.headers.set('X-Request-Id', request);
    const { method, path } = c.req;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const isSignIn = /^\/api\/admin\/login(?:\/|$)/i.test(path);
    const { status } = c.res;
    onCompleted({ request, method, route: kindOfPath(path), isSignIn, status, ms });
  });
}
