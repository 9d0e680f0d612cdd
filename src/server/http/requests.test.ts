import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { serveSite } from '../../../test/serve-site.ts';
import {
  type CompletedRequest,
  clientIp,
  currentRequestId,
  identifyClient,
  kindOfPath,
} from './requests.ts';

it('logRequests: a request is reported once, with the id of its response and nothing that was sent; one from memory is not', async () => {
  const seen: (string | undefined)[] = [];
  const completed: CompletedRequest[] = [];
  const { get } = await serveSite({
    onCompleted: (request) => completed.push(request),
    renderPage: async ({ url }) => {
      seen.push(currentRequestId());
      const status = url.includes('/missing') ? 404 : 200;
      return new Response('text', { status, headers: { 'Content-Type': 'text/html' } });
    },
  });
  const path = '/missing/secret?email=secret@people.test';
  const { headers } = await get(path, 'X-Request-Id: secret', 'Authorization: Bearer secret');
  const request = headers.get('X-Request-Id');
  const ms = expect.any(Number);
  expect(completed).toEqual([
    { request, method: 'GET', route: 'page', isSignIn: false, status: 404, ms },
  ]);
  expect(seen).toEqual([request]);
  await get('/');
  await get('/');
  expect(completed).toHaveLength(2);
  expect(JSON.stringify(completed)).not.toContain('secret');
});

it.each(readTable(new URL('path-kinds.tsv', import.meta.url)))(
  'kindOfPath: %s counts as %s',
  (path, kind) => {
    expect(kindOfPath(path)).toBe(kind);
  },
);

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
