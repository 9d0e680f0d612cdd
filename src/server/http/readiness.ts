import { setTimeout as sleep } from 'node:timers/promises';

export type Readiness = {
  /** Resolves within the timeout. */
  isReady(): Promise<boolean>;
  /** Reports not ready from now on. */
  drain(): void;
};

const PROBE_TIMEOUT_MS = 1_000;

/**
 * Reports whether load balancers should send requests to this process. Concurrent calls share one probe of
 * the database, so that one that hangs is not flooded with probes.
 */
export function createReadiness(
  probe: () => Promise<boolean>,
  timeoutMs = PROBE_TIMEOUT_MS,
): Readiness {
  let inFlight: Promise<boolean> | undefined;
  let isDraining = false;

  function probeOnce(): Promise<boolean> {
    inFlight ??= probe()
      .catch(() => false)
      .finally(() => {
        inFlight = undefined;
      });
    return inFlight;
  }

  return {
    async isReady() {
      if (isDraining) return false;
      const abort = new AbortController();
      const timeout = sleep(timeoutMs, false, { signal: abort.signal }).catch(() => false);
      try {
        return (await Promise.race([probeOnce(), timeout])) && !isDraining;
      } finally {
        abort.abort();
      }
    },
    drain() {
      isDraining = true;
    },
  };
}
