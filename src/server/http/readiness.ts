import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';

const PROBE_TIMEOUT_MS = 1_000;

/**
 * Concurrent calls share one probe of the database, so that one that hangs is not flooded with
 * probes.
 */
export function createReadiness(probe: () => Promise<boolean>, timeoutMs = PROBE_TIMEOUT_MS) {
  let inFlight: Promise<boolean> | undefined;
  let isDraining = false;

  return {
    async isReady(): Promise<boolean> {
      if (isDraining) return false;
      inFlight ??= probe()
        .catch(() => false)
        .finally(() => {
          inFlight = undefined;
        });
      const timeout = sleep(timeoutMs, false, { ref: false });
      return (await Promise.race([inFlight, timeout])) && !isDraining;
    },
    drain() {
      isDraining = true;
    },
  };
}

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
