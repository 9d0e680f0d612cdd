import { LRUCache } from 'lru-cache';
import { createThreadPool, type TaskOptions } from '../../../server/threads/thread-pool.ts';
import type { Formula, FormulaPicture } from '../formula-picture.ts';

export type FormulaPool = {
  draw(formulas: readonly Formula[], admission?: TaskOptions): Promise<(FormulaPicture | null)[]>;
  close(): Promise<void>;
};

const WORKER = new URL('formula-worker.ts', import.meta.url);

/** UTF-16 code units: each preview of a text draws the formulas that it has. */
const MAX_CACHED = 4_000_000;

/** Draws pictures of formulas in a thread of its own: MathJax takes 50 MB. */
export function createFormulaPool(): FormulaPool {
  const pool = createThreadPool<Formula, (FormulaPicture | null)[]>(WORKER, {
    // The second for another owner: the first may be held up by hostile formulas.
    threads: 2,
    // An ordinary formula takes 2 ms.
    timeout: 2_000,
    memory: 128,
    idleTimeout: 60_000,
  });
  const cache = new LRUCache<string, { picture: FormulaPicture | null }>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ picture }, key) => key.length + (picture?.svg.length ?? 0),
  });

  async function drawOne(formula: Formula, admission: TaskOptions) {
    const key = `${formula.isDisplay} ${formula.tex}`;
    const known = cache.get(key);
    if (known !== undefined) return known.picture;
    const [picture = null] = (await pool.run(formula, admission)) ?? [];
    cache.set(key, { picture });
    return picture;
  }

  return {
    async draw(formulas, admission = {}) {
      const pictures: (FormulaPicture | null)[] = [];
      for (const formula of formulas) pictures.push(await drawOne(formula, admission));
      return pictures;
    },
    close: pool.close,
  };
}
