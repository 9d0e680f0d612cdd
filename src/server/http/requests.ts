import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
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
  method: string;
  route: RouteKind;
  isSignIn: boolean;
  status: number;
  /** Milliseconds until there was a response. */
  ms: number;
};

const requests = new AsyncLocalStorage<string>();

export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** What comes from memory is not reported. */
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

type Client = { Variables: { clientIp: string | null } };

/**
 * Uses `X-Forwarded-For` behind a trusted proxy only: any other client could forge it.
 *
 * @param trustedProxies IP addresses and networks (`10.0.0.0/8`)
 */
export function identifyClient(trustedProxies: readonly string[]) {
  const proxies = networks(trustedProxies);
  return createMiddleware<Client>(async (c, next) => {
    // Tests call the app without a connection.
    const bindings = c.env as Partial<HttpBindings> | undefined;
    const peer = bindings?.incoming?.socket.remoteAddress ?? null;
    c.set('clientIp', findClient(peer, c.req.header('X-Forwarded-For') ?? '', proxies));
    await next();
  });
}

export function clientIp(c: Context): string | null {
  return (c as Context<Client>).get('clientIp') ?? null;
}

export function clientOf(c: Context) {
  return { userAgent: c.req.header('User-Agent') ?? '', ip: clientIp(c) };
}

/** Walks from the connection outward to the first address that is not a trusted proxy's. */
function findClient(peer: string | null, forwarded: string, proxies: BlockList): string | null {
  const claimed = forwarded.split(',').map(withoutPort);
  let ip = peer;
  while (ip !== null && isIn(proxies, ip)) {
    const previous = claimed.pop() ?? '';
    // When a proxy forwards no valid address, its own is used.
    if (isIP(previous) === 0) break;
    ip = previous;
  }
  return ip;
}

/** Some proxies forward the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const bare = address.trim();
  return /^\[(.+)\](?::\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d+$/, '$1');
}

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function isIn(list: BlockList, ip: string): boolean {
  // A server on `::` sees IPv4-mapped IPv6 addresses; `check` matches both notations.
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
