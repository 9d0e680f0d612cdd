import { Hono } from 'hono';

/** The liveness probe `/healthz`, and the readiness probe `/readyz`. */
export function health(isReady: () => Promise<boolean>) {
  const noStore = { 'Cache-Control': 'no-store' };
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, noStore))
    .get('/readyz', async (c) =>
      (await isReady())
        ? c.json({ status: 'ready' }, 200, noStore)
        : c.json({ status: 'unavailable' }, 503, noStore),
    );
}
