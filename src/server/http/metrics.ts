import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheStats } from './cache/page-cache.ts';
import type { CompletedRequest, RequestTracker } from './request-tracker.ts';

type MetricsDeps = {
  requests: Pick<RequestTracker, 'cacheHits' | 'inFlight'>;
  cache: () => CacheStats;
  isDatabaseReady: () => Promise<boolean>;
  /** Counts of the outbox's mails by state. */
  mails: () => Promise<Record<string, number>>;
  mailFailures: () => number;
  /** Counts of failures since the start, by kind. */
  errors: Readonly<Record<string, number>>;
};

export type Metrics = {
  /** Counts a request that was not answered from memory. */
  record: (request: CompletedRequest) => void;
  /** The metrics of this process in Prometheus's text format. */
  text: () => Promise<string>;
};

/** Seconds: a rendered page takes milliseconds, an upload of a picture seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** After this, the counts of mails are left out. */
const COUNT_TIMEOUT_MS = 1_000;

/** The states that an operator should look into, and the queue's length. */
const REPORTED_MAIL_STATES = ['waiting', 'refused', 'expired'];

export function createMetrics({
  requests,
  cache,
  isDatabaseReady,
  mails,
  mailFailures,
  errors,
}: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const responses = new Counter({
    name: 'http_requests_total',
    help: 'Responses; from="memory" for cached pages and built files',
    labelNames: ['method', 'route', 'status', 'from'],
    registers,
    collect: mirror(cacheHits),
  });

  function cacheHits(): Samples {
    return (['file', 'page'] as const).flatMap((route) =>
      (['GET', 'HEAD'] as const).flatMap((method) => {
        const { full, notModified } = requests.cacheHits[route][method];
        const labels = { route, method, from: 'memory' };
        return [
          [{ ...labels, status: '2xx' }, full],
          [{ ...labels, status: '3xx' }, notModified],
        ] as const;
      }),
    );
  }

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Durations of requests that were not answered from memory',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const signIns = new Counter({
    name: 'sign_in_failures_total',
    help: 'Failed and slowed sign-in attempts',
    labelNames: ['result'],
    registers,
  });

  function counter(name: string, help: string, samples: () => Samples, labelNames: string[] = []) {
    new Counter({ name, help, labelNames, registers, collect: mirror(samples) });
  }

  function gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  }

  gauge('http_requests_under_way', 'Requests in progress', requests.inFlight);
  counter('page_cache_hits_total', 'Responses from the page cache', () => [[{}, cache().hits]]);
  counter('page_cache_renders_total', 'Pages rendered for the cache', () => [
    [{}, cache().renders],
  ]);
  counter('page_cache_evictions_total', 'Pages evicted from the cache', () => [
    [{}, cache().evictions],
  ]);
  gauge('page_cache_entries', 'Cached pages', () => cache().entries);
  gauge('page_cache_bytes', 'Estimated memory of cached pages', () => cache().bytes);
  counter(
    'errors_total',
    'Logged errors: unreachable database, failed requests, background jobs',
    () => Object.entries(errors).map(([kind, count]) => [{ kind }, count] as const),
    ['kind'],
  );
  counter(
    'mail_failures_total',
    'Attempts to send a mail that failed, except for its mailbox',
    () => [[{}, mailFailures()]],
  );
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers within a second',
    registers,
    async collect() {
      this.set((await isDatabaseReady()) ? 1 : 0);
    },
  });
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

  function record({ method, route, path, status, ms }: CompletedRequest): void {
    responses.inc({
      method: METHODS.has(method) ? method : 'other',
      route,
      status: `${Math.floor(status / 100)}xx`,
      from: 'site',
    });
    durations.observe({ route }, ms / 1000);
    if (!/^\/api\/admin\/login(?:\/|$)/i.test(path)) return;
    if (status === 401) signIns.inc({ result: 'refused' });
    if (status === 429) signIns.inc({ result: 'slowed' });
  }

  return { record, text: () => registry.metrics() };
}

type Samples = readonly (readonly [labels: Record<string, string>, value: number])[];

/** Copies counters that are incremented elsewhere into a Prometheus counter, at each collection. */
function mirror(samples: () => Samples) {
  const copied = new Map<string, number>();
  return function collect(this: Counter<string>): void {
    for (const [labels, value] of samples()) {
      const key = JSON.stringify(labels);
      this.inc(labels, value - (copied.get(key) ?? 0));
      copied.set(key, value);
    }
  };
}
