import { LRUCache } from 'lru-cache';
import { createPool, type PoolOptions, type TaskOptions } from '../../server/threads/pool.ts';
import type { Structure, StructureInput, Unreadable } from '../chemistry/chemistry.ts';
import type { Formula, Typeset } from '../math/typeset.ts';
import { type Science, type ScienceTask, scienceBy } from './science-tasks.ts';

/** Structures that were drawn last, and formulas by UTF-16 code units: each preview of a text draws those that it has. */
const MAX_STRUCTURES = 300;
const MAX_STRUCTURE_LENGTH = 2_000;
const MAX_FORMULAS = 8_000_000;

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
  const structures = new LRUCache<string, Structure | Unreadable>({ max: MAX_STRUCTURES });
  const formulas = new LRUCache<string, Typeset>({
    maxSize: MAX_FORMULAS,
    sizeCalculation: (typeset, key) => key.length + JSON.stringify(typeset).length,
  });

  /** What computes for one writer, or for all readers together: none of them holds up the others. */
  function scienceFor(admission: TaskOptions): Science {
    const inThread = scienceBy(async (task) => (await pool.run(task, admission)) ?? TOO_SLOW);
    async function draw({ format, source }: StructureInput): Promise<Structure | Unreadable> {
      const key = `${format} ${source}`;
      const cached = structures.get(key);
      if (cached !== undefined) return cached;
      const drawn = await inThread.draw([{ format, source }]);
      const [structure = TOO_SLOW] = Array.isArray(drawn) ? drawn : [];
      if (structure !== TOO_SLOW && source.length <= MAX_STRUCTURE_LENGTH) {
        structures.set(key, structure);
      }
      return structure;
    }
    async function typeset(formula: Formula): Promise<Typeset> {
      const key = JSON.stringify(formula);
      const cached = formulas.get(key);
      if (cached !== undefined) return cached;
      const typesets = await inThread.typesetFormulas([formula]);
      const [result] = Array.isArray(typesets) ? typesets : [];
      if (result !== undefined) formulas.set(key, result);
      return result ?? { message: 'this takes too long to typeset' };
    }
    // One task for each: others take turns, and only what is too slow is refused.
    return {
      ...inThread,
      draw: (inputs) => inTurn(inputs, draw),
      typesetFormulas: (inputs) => inTurn(inputs, typeset),
    };
  }

  return { scienceFor, close: pool.close };
}

async function inTurn<Input, Output>(
  inputs: readonly Input[],
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const results: Output[] = [];
  for (const input of inputs) results.push(await work(input));
  return results;
}
