import { Hono } from 'hono';

/**
 * For whoever watches the process: `/healthz` answers once it serves, `/readyz` only while requests
 * should be sent to it.
 */
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
