import { BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';

type Client = { Variables: { clientIp: string | null } };

/**
 * Finds out who asks. Behind a proxy that is trusted, that is whom the proxy names in
 * `X-Forwarded-For`; any other sender could have written anything there.
 *
 * @param trustedProxies addresses and networks (`10.0.0.0/8`) of proxies
 */
export function identifyClient(trustedProxies: readonly string[]) {
  const proxies = networks(trustedProxies);
  return createMiddleware<Client>(async (c, next) => {
    // There is no connection where the app is called without a server.
    const bindings = c.env as Partial<HttpBindings> | undefined;
    const peer = bindings?.incoming?.socket.remoteAddress ?? null;
    c.set('clientIp', visitor(peer, c.req.header('X-Forwarded-For') ?? '', proxies));
    await next();
  });
}

/** The address of who asks; null where there is no connection. */
export function clientIp(c: Context): string | null {
  return (c as Context<Client>).get('clientIp') ?? null;
}

/** From the connection outward: the first address that is not that of a trusted proxy. */
function visitor(peer: string | null, forwarded: string, proxies: BlockList): string | null {
  const claimed = forwarded.split(',').map((each) => each.trim());
  let address = peer;
  while (address !== null && isIn(proxies, address)) {
    const before = claimed.pop() ?? '';
    // A proxy that names nobody, or something that is no address, has the last word.
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** Whether an address is one of the proxies whose word is taken. */
export function trusts(trustedProxies: readonly string[]): (address: string | null) => boolean {
  const proxies = networks(trustedProxies);
  return (address) => address !== null && isIn(proxies, address);
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

function isIn(list: BlockList, address: string): boolean {
  // A server that listens on `::` sees IPv4 addresses within IPv6 ones; the list knows both ways.
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
