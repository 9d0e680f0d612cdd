import { LRUCache } from 'lru-cache';
import { createPool, type PoolOptions, type TaskOptions } from '../../server/threads/pool.ts';
import type { Unreadable } from '../chemistry/chemistry.ts';
import { type Science, type ScienceTask, scienceBy } from './science-tasks.ts';

/** UTF-16 code units of what was computed last: each preview of a text draws the structures and formulas that it has. */
const MAX_CACHED = 8_000_000;

const TOO_SLOW: Unreadable = { message: 'it takes too long to compute', isTooSlow: true };

/**
 * A thread with RDKit and MathJax, which take 120 MB: 20 atoms that are all bound to one another take RDKit minutes. A second
 * one starts when another owner asks meanwhile.
 */
export function createSciencePool(options?: Partial<PoolOptions>) {
  const pool = createPool<ScienceTask, unknown>(new URL('science-worker.ts', import.meta.url), {
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

  /** What computes for one writer, or for all readers together: none of them holds up the others. */
  function scienceFor(admission: TaskOptions): Science {
    const inThread = scienceBy(async (task) => (await pool.run(task, admission)) ?? TOO_SLOW);
    return {
      ...inThread,
      draw: inTurn(cache, inThread.draw, TOO_SLOW),
      typesetFormulas: inTurn(cache, inThread.typesetFormulas, {
        message: 'this takes too long to typeset',
      }),
    };
  }

  return { scienceFor, close: pool.close };
}

/** Computes one task for each input: others take turns, and only what is too slow is refused. */
function inTurn<Input, Output extends object>(
  cache: LRUCache<string, object>,
  compute: (inputs: readonly Input[]) => Promise<Output[]>,
  tooSlow: Output,
) {
  async function computeOne(input: Input): Promise<Output> {
    const key = JSON.stringify(input);
    const cached = cache.get(key);
    if (cached !== undefined) return cached as Output;
    const computed: Output[] | Unreadable = await compute([input]);
    const [result] = Array.isArray(computed) ? computed : [];
    if (result !== undefined) cache.set(key, result);
    return result ?? tooSlow;
  }
  return async (inputs: readonly Input[]) => {
    const results: Output[] = [];
    for (const input of inputs) results.push(await computeOne(input));
    return results;
  };
}
