import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
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
  it.each(readTable(new URL('client-ips.tsv', import.meta.url)))(
    'is %s',
    async (_, peer, forwarded, expected) => {
      expect(await seen(peer, forwarded === 'null' ? null : forwarded, PROXIES)).toBe(expected);
    },
  );

  it('is the peer of the connection when no proxy is trusted', async () => {
    expect(await seen('10.1.2.3', '203.0.113.1', [])).toBe('10.1.2.3');
  });

  it('is null without a connection', async () => {
    expect(await seen(undefined, '203.0.113.1', PROXIES)).toBeNull();
  });
});
