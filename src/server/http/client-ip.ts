import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';

type Client = { Variables: { clientIp: string | null } };

/**
 * Determines the client's IP address: that of the connection, or, behind a trusted proxy, the one in its
 * `X-Forwarded-For`. Any other client could forge that header.
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

/** The client's IP address; null without a connection. */
export function clientIp(c: Context): string | null {
  return (c as Context<Client>).get('clientIp') ?? null;
}

/** The client as sign-in and account operations see it. */
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
