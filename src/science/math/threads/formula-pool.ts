import { LRUCache } from 'lru-cache';
import { createThreadPool, type TaskOptions } from '../../../server/threads/thread-pool.ts';
import type { Formula, Typeset } from '../typeset.ts';

export type FormulaPool = {
  typeset(formulas: readonly Formula[], admission?: TaskOptions): Promise<Typeset[]>;
  close(): Promise<void>;
};

const WORKER = new URL('formula-worker.ts', import.meta.url);

/** UTF-16 code units: each preview of a text typesets the formulas that it has. */
const MAX_CACHED = 8_000_000;

/** Typesets formulas in a thread of its own: MathJax takes 50 MB. */
export function createFormulaPool(): FormulaPool {
  const pool = createThreadPool<Formula, Typeset[]>(WORKER, {
    // The second for another owner: the first may be held up by hostile formulas.
    threads: 2,
    // An ordinary formula takes 3 ms.
    timeout: 2_000,
    memory: 128,
    idleTimeout: 60_000,
  });
  const cache = new LRUCache<string, Typeset>({
    maxSize: MAX_CACHED,
    sizeCalculation: (typeset, key) => key.length + JSON.stringify(typeset).length,
  });

  async function typesetOne(formula: Formula, admission: TaskOptions): Promise<Typeset> {
    const key = JSON.stringify(formula);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const [typeset] = (await pool.run(formula, admission)) ?? [];
    if (typeset === undefined) return { message: 'this takes too long to typeset' };
    cache.set(key, typeset);
    return typeset;
  }

  return {
    async typeset(formulas, admission = {}) {
      const results: Typeset[] = [];
      for (const formula of formulas) results.push(await typesetOne(formula, admission));
      return results;
    },
    close: pool.close,
  };
}
