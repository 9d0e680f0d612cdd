import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientIp, identifyClient } from './client-ip.ts';

/** The IP address that the site determines for a request. */
async function seen(peer: string | undefined, forwarded: string | null, trusted: string[]) {
  const app = new Hono().use(identifyClient(trusted)).get('/', (c) => c.json(clientIp(c)));
  const headers: Record<string, string> =
    forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
  const env = peer === undefined ? {} : { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request('/', { headers }, env)).json();
}

const PROXIES = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'];

describe('whom limits count', () => {
  it.each([
    ['a visitor without a proxy', '198.51.100.9', null, '198.51.100.9'],
    ['a visitor who claims to be somebody else', '198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['the visitor that a proxy names', '10.1.2.3', '203.0.113.1', '203.0.113.1'],
    ['a visitor who lies to the proxy', '10.1.2.3', '127.0.0.1, 203.0.113.1', '203.0.113.1'],
    ['the visitor behind two proxies', '10.1.2.3', '203.0.113.1, 192.0.2.7', '203.0.113.1'],
    ['a proxy of IPv6', '2001:db8:1::5', '2001:db8:2::9', '2001:db8:2::9'],
    ['a proxy as a server on :: sees it', '::ffff:10.1.2.3', '203.0.113.1', '203.0.113.1'],
    ['a proxy that names nobody', '10.1.2.3', null, '10.1.2.3'],
    ['a proxy that names nonsense', '10.1.2.3', '203.0.113.1, unknown', '10.1.2.3'],
    ['a request of the proxy itself', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ])('is %s', async (_, peer, forwarded, expected) => {
    expect(await seen(peer, forwarded, PROXIES)).toBe(expected);
  });

  it('is the peer of the connection when no proxy is trusted', async () => {
    expect(await seen('10.1.2.3', '203.0.113.1', [])).toBe('10.1.2.3');
  });

  it('is null without a connection', async () => {
    expect(await seen(undefined, '203.0.113.1', PROXIES)).toBeNull();
  });
});
