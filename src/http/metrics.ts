import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheStats } from './cache/page-cache.ts';
import type { CompletedRequest, RequestTracker } from './request-tracker.ts';

type Parts = {
  requests: Pick<RequestTracker, 'kept' | 'underWay'>;
  cache: () => CacheStats;
  isDatabaseReady: () => Promise<boolean>;
  /** How many mails of the outbox are in a state. */
  mails: () => Promise<Record<string, number>>;
  /** Failures since the start, by their kind. */
  errors: Readonly<Record<string, number>>;
};

export type Metrics = {
  /** A request has been answered anew. */
  answered: (answered: CompletedRequest) => void;
  /** The figures of this process, as Prometheus reads them. */
  text: () => Promise<string>;
};

/** How the text is to be read. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** In seconds: what is rendered takes milliseconds, a picture that is uploaded seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Of the figures that others are asked for: without them, the rest is told. */
const PATIENCE_MS = 1_000;

/** A mail that is given up should be looked into; sent ones are no trouble. */
const TOLD_MAILS = ['waiting', 'refused', 'expired'];

/** What this process counts and measures, in a form that Prometheus understands. */
export function createMetrics({ requests, cache, isDatabaseReady, mails, errors }: Parts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const answers = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered; from="memory" without the site being asked',
    labelNames: ['method', 'route', 'status', 'from'],
    registers,
    collect: takingOver(fromMemory),
  });

  function fromMemory(): Figures {
    return (['file', 'page'] as const).flatMap((route) =>
      (['GET', 'HEAD'] as const).flatMap((method) => {
        const { full, not } = requests.kept[route][method];
        const labels = { route, method, from: 'memory' };
        return [
          [{ ...labels, status: '2xx' }, full],
          [{ ...labels, status: '3xx' }, not],
        ] as const;
      }),
    );
  }

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took that were not answered from memory',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const signIns = new Counter({
    name: 'sign_in_failures_total',
    help: 'Attempts to sign in that were refused, or told to wait',
    labelNames: ['result'],
    registers,
  });

  function counter(name: string, help: string, figures: () => Figures, labelNames: string[] = []) {
    new Counter({ name, help, labelNames, registers, collect: takingOver(figures) });
  }

  function gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });
  }

  gauge('http_requests_under_way', 'Requests that are being answered', requests.underWay);
  counter('page_cache_hits_total', 'Pages that were kept when they were asked for', () => [
    [{}, cache().hits],
  ]);
  counter('page_cache_renders_total', 'Pages that were made for the cache', () => [
    [{}, cache().renders],
  ]);
  counter('page_cache_evictions_total', 'Kept pages that gave way to others', () => [
    [{}, cache().evictions],
  ]);
  gauge('page_cache_entries', 'Pages that are kept', () => cache().entries);
  gauge('page_cache_bytes', 'What kept pages take, roughly', () => cache().bytes);
  counter(
    'errors_total',
    'Failures that are in the log: the database out of reach, pictures, mistakes, background work',
    () => Object.entries(errors).map(([kind, count]) => [{ kind }, count] as const),
    ['kind'],
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
      const tooLate = sleep(PATIENCE_MS, null, { ref: false });
      const counted = await Promise.race([mails().catch(() => null), tooLate]);
      if (counted === null) return;
      for (const state of TOLD_MAILS) this.set({ state }, counted[state] ?? 0);
    },
  });

  function answered({ method, route, path, status, ms }: CompletedRequest): void {
    answers.inc({
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

  return { answered, text: () => registry.metrics() };
}

type Figures = readonly (readonly [labels: Record<string, string>, value: number])[];

/** What is counted elsewhere, by plain additions, and taken over when the figures are asked for. */
function takingOver(figures: () => Figures) {
  const told = new Map<string, number>();
  return function collect(this: Counter<string>): void {
    for (const [labels, value] of figures()) {
      const key = JSON.stringify(labels);
      this.inc(labels, value - (told.get(key) ?? 0));
      told.set(key, value);
    }
  };
}
