import { expect, it } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { serveSite } from '../../../test/serve-site.ts';
import { type CompletedRequest, currentRequestId, kindOfPath } from './request-log.ts';

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
