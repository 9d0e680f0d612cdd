import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { createMetrics } from './metrics.ts';
import { listenForMetrics, metricsBehindToken } from './metrics-endpoint.ts';
import type { CompletedRequest } from './requests.ts';

const REQUEST: CompletedRequest = {
  request: 'a',
  method: 'GET',
  route: 'page',
  isSignIn: false,
  status: 200,
  ms: 30,
};

describe('createMetrics', () => {
  it('counts requests, failed sign-ins and what an operator must look into', async () => {
    const memoryHits = { file: 7, page: 20_000 };
    const errors = { unavailable: 0, failed: 2 };
    let mails = async (): Promise<Record<string, number>> => ({ waiting: 2, sent: 100 });
    const { record, text } = createMetrics({
      memoryHits,
      cache: () => ({ hits: 5, renders: 2, entries: 4, bytes: 1000 }),
      isDatabaseReady: async () => false,
      mails: () => mails(),
      mailFailures: () => 4,
      errors,
    });
    record(REQUEST);
    // Series are bounded, whatever is requested.
    for (const method of ['PROPFIND', 'X']) record({ ...REQUEST, method, status: 404, ms: 700 });
    for (const status of [200, 401, 401, 429]) record({ ...REQUEST, isSignIn: true, status });
    await text();
    memoryHits.page += 1;
    const lines = (await text()).split('\n');
    const expected = readFileSync(new URL('metrics.txt', import.meta.url), 'utf8');
    expect(lines).toEqual(expect.arrayContaining(expected.trim().split('\n')));
    expect(lines.join('\n')).toMatch(/^process_resident_memory_bytes /m);
    // What cannot be collected is left out.
    mails = () => Promise.reject(new Error('gone'));
    expect(await text()).not.toContain('outbox_mails{');
  });
});

describe('/metrics', () => {
  const token = 'a-token-of-16-letters';
  const app = metricsBehindToken(token, async () => 'figures 1\n').all('*', (c) =>
    c.text('no such page', 404),
  );

  it('needs the token; without it, or where none is set, the page is not found', async () => {
    const ask = async (Authorization: string) =>
      app.request('/metrics', { headers: { Authorization } });
    const allowed = await ask(`Bearer ${token}`);
    expect([allowed.status, await allowed.text()]).toEqual([200, 'figures 1\n']);
    expect(allowed.headers.get('Content-Type')).toContain('version=0.0.4');
    expect(allowed.headers.get('Cache-Control')).toBe('no-store');
    for (const other of ['', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token]) {
      expect((await ask(other)).status).toBe(404);
    }
    const { headers } = await (await makeApp()).get('/metrics', 'undefined');
    expect(headers.get('Content-Type')).toContain('text/html');
  });

  it('needs no token on a separate port, which serves nothing else', async () => {
    let text = async () => 'figures 1\n';
    const errors: unknown[] = [];
    const listen = (port: number) => {
      const reportError = (error: unknown) => errors.push(error);
      return listenForMetrics({ port, host: '127.0.0.1', text: () => text(), reportError });
    };
    const server = await listen(0);
    const { port } = server.address() as { port: number };
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect(await (await get('/metrics')).text()).toBe('figures 1\n');
    expect((await get('/')).status).toBe(404);
    text = () => Promise.reject(new Error('too late'));
    expect((await get('/metrics')).status).toBe(503);
    expect(errors).toHaveLength(1);
    await expect(listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
  });
});
