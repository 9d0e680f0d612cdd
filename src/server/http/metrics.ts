import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PageCache } from './cache/page-cache.ts';
import type { CompletedRequest } from './requests.ts';

type MetricsOptions = {
  memoryHits: Readonly<Record<'file' | 'page', number>>;
  cache: PageCache['stats'];
  isDatabaseReady: () => Promise<boolean>;
  mails: () => Promise<Record<string, number>>;
  mailFailures: () => number;
  errors: Readonly<Record<string, number>>;
};

/** Seconds: a rendered page takes milliseconds, an upload of a picture seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** After this, the counts of mails are left out. */
const COUNT_TIMEOUT_MS = 1_000;

/** The states that an operator should look into, and the queue's length. */
const REPORTED_MAIL_STATES = ['waiting', 'refused', 'expired'];

/** `record` counts a request that was not answered from memory; `text` is in Prometheus's text format. */
export function createMetrics(options: MetricsOptions) {
  const { memoryHits, cache, isDatabaseReady, mails, mailFailures, errors } = options;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const responses = new Counter({
    name: 'http_requests_total',
    help: 'Responses that were not sent from memory',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Durations of requests that were not answered from memory',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });

  function counter(name: string, help: string, label: string, read: () => Record<string, number>) {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [key, count] of Object.entries(read())) this.inc({ [label]: key }, count);
      },
    });
  }

  counter('http_memory_hits_total', 'Responses from memory', 'route', () => ({ ...memoryHits }));
  counter('page_cache_total', 'Requests by the page cache: hits, renders', 'result', () => {
    const { hits, renders } = cache();
    return { hits, renders };
  });
  counter('errors_total', 'Logged errors', 'kind', () => ({ ...errors }));
  counter('mail_failures_total', 'Failed attempts to send a mail', 'kind', () => ({
    server: mailFailures(),
  }));
  const signIns = new Counter({
    name: 'sign_in_failures_total',
    help: 'Failed and slowed sign-in attempts',
    labelNames: ['result'],
    registers,
  });
  function gauge(name: string, help: string, read: () => number | Promise<number>) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  }

  gauge('page_cache_bytes', 'Estimated memory of cached pages', () => cache().bytes);
  gauge('database_up', 'Whether the database answers within a second', async () =>
    Number(await isDatabaseReady()),
  );
  new Gauge({
    name: 'outbox_mails',
    help: 'Mails in the outbox by state; refused and expired ones stay for 30 days',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const timeout = sleep(COUNT_TIMEOUT_MS, null, { ref: false });
      const counted = await Promise.race([mails().catch(() => null), timeout]);
      if (counted === null) return;
      for (const state of REPORTED_MAIL_STATES) this.set({ state }, counted[state] ?? 0);
    },
  });

  function record({ method, route, isSignIn, status, ms }: CompletedRequest): void {
    const known = METHODS.has(method) ? method : 'other';
    responses.inc({ method: known, route, status: `${Math.floor(status / 100)}xx` });
    durations.observe({ route }, ms / 1000);
    if (isSignIn && status === 401) signIns.inc({ result: 'refused' });
    if (isSignIn && status === 429) signIns.inc({ result: 'slowed' });
  }

  return { record, text: () => registry.metrics() };
}
