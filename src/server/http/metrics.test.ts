import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { enqueue } from '../../mail/enqueue.ts';
import { countMails } from '../../mail/outbox.ts';
import { createMetrics } from './metrics.ts';
import { listenForMetrics, metricsBehindToken } from './metrics-endpoint.ts';
import type { CompletedRequest } from './request-tracker.ts';

const none = () => ({ GET: { full: 0, notModified: 0 }, HEAD: { full: 0, notModified: 0 } });

function measure() {
  const parts = {
    requests: { cacheHits: { file: none(), page: none() }, inFlight: () => 3 },
    errors: { unavailable: 0, failed: 0 },
    isUp: true,
    mails: async (): Promise<Record<string, number>> => ({ waiting: 2, sent: 100 }),
  };
  const metrics = createMetrics({
    requests: parts.requests,
    cache: () => ({ hits: 5, renders: 2, evictions: 1, entries: 4, bytes: 1000 }),
    isDatabaseReady: async () => parts.isUp,
    mails: () => parts.mails(),
    mailFailures: () => 4,
    errors: parts.errors,
  });
  const lines = async () => (await metrics.text()).split('\n');
  return { parts, metrics, lines };
}

const numbers = { status: 200, ms: 30, bytes: 9 };
const answer: CompletedRequest = {
  request: 'a',
  method: 'GET',
  route: 'page',
  path: '/',
  ...numbers,
};

describe('the metrics', () => {
  it('count responses from memory and rendered ones, and measure the latter', async () => {
    const { parts, metrics, lines } = measure();
    metrics.record(answer);
    metrics.record({ ...answer, method: 'PROPFIND', status: 405, ms: 700 });
    parts.requests.cacheHits.page.GET.full = 20_000;
    parts.requests.cacheHits.file.HEAD.notModified = 7;
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'http_requests_total{method="GET",route="page",status="2xx",from="site"} 1',
        'http_requests_total{method="other",route="page",status="4xx",from="site"} 1',
        'http_requests_total{route="page",method="GET",from="memory",status="2xx"} 20000',
        'http_requests_total{route="file",method="HEAD",from="memory",status="3xx"} 7',
        'http_request_duration_seconds_bucket{le="0.025",route="page"} 0',
        'http_request_duration_seconds_bucket{le="0.05",route="page"} 1',
        'http_request_duration_seconds_count{route="page"} 2',
        'http_requests_under_way 3',
        'page_cache_hits_total 5',
        'page_cache_renders_total 2',
        'page_cache_evictions_total 1',
        'page_cache_entries 4',
        'page_cache_bytes 1000',
      ]),
    );
    parts.requests.cacheHits.page.GET.full += 1;
    // A second collection must not count twice.
    expect(await lines()).toContain(
      'http_requests_total{route="page",method="GET",from="memory",status="2xx"} 20001',
    );
  });

  it('report what an operator must look into: errors, the database, mail, failed sign-ins', async () => {
    const { parts, metrics, lines } = measure();
    parts.errors.failed = 2;
    parts.isUp = false;
    const signIn = { ...answer, method: 'POST', route: 'admin-api', path: '/api/admin/login' };
    for (const status of [200, 401, 401, 429]) {
      metrics.record({ ...signIn, status } as CompletedRequest);
    }
    const told = await lines();
    expect(told).toEqual(
      expect.arrayContaining([
        'errors_total{kind="failed"} 2',
        'database_up 0',
        'outbox_mails{state="waiting"} 2',
        'outbox_mails{state="expired"} 0',
        'mail_failures_total 4',
        'sign_in_failures_total{result="refused"} 2',
        'sign_in_failures_total{result="slowed"} 1',
      ]),
    );
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect([name, told.some((line) => line.startsWith(name))]).toEqual([name, true]);
    }
    // What cannot be collected is left out.
    parts.mails = () => Promise.reject(new Error('gone'));
    const rest = await lines();
    expect(rest).toContain('database_up 0');
    expect(rest.join()).not.toContain('outbox_mails{');
  });

  it('have a bounded number of series, whatever URLs are requested', async () => {
    const { metrics, lines } = measure();
    const count = async (from: number) => {
      for (let number = from; number < from + 50; number += 1) {
        metrics.record({ ...answer, method: `X${number}`, path: `/page-${number}` });
      }
      return (await lines()).filter((line) => line.startsWith('http_')).length;
    };
    expect(await count(50)).toBe(await count(0));
  });

  it('of the mails are those of the database', async () => {
    const { db, site } = await makeApp();
    expect(await countMails(db)).toEqual({});
    const mail = { kind: 'inquiry-notice', recipient: 'a@people.test', data: {} };
    await enqueue(db.query, site.now(), [mail, mail]);
    expect(await countMails(db)).toEqual({ waiting: 2 });
  });
});

describe('access to the metrics', () => {
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
    expect((await app.request('/metrics')).status).toBe(404);
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
