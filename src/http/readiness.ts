import { setTimeout as sleep } from 'node:timers/promises';

export type Readiness = {
  /** Whether requests that need the database should be sent here. */
  isReady(): Promise<boolean>;
  /** From now on nothing more should be sent here. */
  drain(): void;
};

/** A database that takes longer to say a word is not ready, in milliseconds. */
const PATIENCE = 1_000;

/**
 * Whether this process should be asked, answered within a second. However many ask, the database is
 * asked once at a time: one that hangs is not loaded with questions.
 */
export function createReadiness(probe: () => Promise<boolean>, patience = PATIENCE): Readiness {
  let underWay: Promise<boolean> | undefined;
  let isDraining = false;

  function ask(): Promise<boolean> {
    underWay ??= probe()
      .catch(() => false)
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  return {
    async isReady() {
      if (isDraining) return false;
      const given = new AbortController();
      const tooLate = sleep(patience, false, { signal: given.signal }).catch(() => false);
      try {
        return (await Promise.race([ask(), tooLate])) && !isDraining;
      } finally {
        given.abort();
      }
    },
    drain() {
      isDraining = true;
    },
  };
}
