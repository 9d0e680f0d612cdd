import { LRUCache } from 'lru-cache';
import { createPool, type PoolOptions, type TaskOptions } from '../../server/threads/pool.ts';
import type { Unreadable } from '../chemistry/chemistry.ts';
import { computeWith, type Science, type ScienceTask, scienceBy } from './science-tasks.ts';

/** UTF-16 code units of what was computed last: each preview of a text draws the structures and formulas that it has. */
const MAX_CACHED = 8_000_000;

const TOO_SLOW: Unreadable = { message: 'it takes too long to compute', isTooSlow: true };

/**
 * RDKit and MathJax take 120 MB: 20 atoms that are all bound to one another take RDKit minutes. A
 * second thread starts when another owner asks meanwhile.
 */
export function createSciencePool(options?: Partial<PoolOptions>) {
  const pool = createPool<ScienceTask, object>(new URL('science-worker.ts', import.meta.url), {
    threads: 2,
    // An ordinary structure takes 10 ms, one of 300 atoms 300; a formula 3.
    timeout: 2_000,
    memory: 160,
    idleTimeout: 60_000,
    ...options,
  });
  const cache = new LRUCache<string, object>({
    maxSize: MAX_CACHED,
    sizeCalculation: (result, key) => key.length + JSON.stringify(result).length,
  });

  async function computeOnce(task: ScienceTask, admission: TaskOptions): Promise<object> {
    const key = JSON.stringify(task);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const result = await pool.run(task, admission);
    if (result !== null) cache.set(key, result);
    return result ?? TOO_SLOW;
  }

  function scienceFor(admission: TaskOptions): Science {
    return scienceBy(async (task) => {
      const isOfBody = /^(?:draw|typesetFormula)$/.test(task.method);
      return isOfBody
        ? computeOnce(task, admission)
        : ((await pool.run(task, admission)) ?? TOO_SLOW);
    });
  }

  return {
    scienceFor,
    answer: (task: unknown, admission: TaskOptions) =>
      computeWith(scienceFor(admission), task as ScienceTask),
    close: pool.close,
  };
}
