import { LRUCache } from 'lru-cache';
import {
  createThreadPool,
  type TaskOptions,
  type ThreadPool,
  type ThreadPoolOptions,
} from '../../../server/threads/thread-pool.ts';
import type { Chemistry, Structure, StructureInput, Unreadable } from '../chemistry.ts';
import { type ChemistryTask, chemistryBy, computeWith } from './chemistry-task.ts';

export type ChemistryPool = {
  /** What computes for one writer, or for all readers together: none of them holds up the others. */
  chemistryFor(admission?: TaskOptions): Chemistry;
  /** Answers a task that a thread which renders a body asks for. */
  answer(task: unknown, admission: TaskOptions): Promise<unknown>;
  close(): Promise<void>;
};

const WORKER = new URL('chemistry-worker.ts', import.meta.url);

/** Structures that were drawn last: each preview of a text draws those that it has. */
const MAX_CACHED = 300;
/** UTF-16 code units of a structure that is cached. */
const MAX_CACHED_LENGTH = 2_000;

const TOO_SLOW: Unreadable = { message: 'it takes too long to compute', isTooSlow: true };

/**
 * Computes chemistry in threads of its own: RDKit takes 68 MB, and 20 atoms that are all bound to one another take it
 * minutes. One thread as a rule; a second one starts when another owner asks meanwhile, since the first may be held up
 * by hostile structures.
 */
export function createChemistryPool(options?: ThreadPoolOptions): ChemistryPool {
  const pool: ThreadPool<ChemistryTask, unknown> = createThreadPool(WORKER, {
    threads: 2,
    // An ordinary structure takes 10 ms, one of 300 atoms 300.
    timeout: 2_000,
    memory: 128,
    idleTimeout: 60_000,
    ...options,
  });
  const cache = new LRUCache<string, Structure | Unreadable>({ max: MAX_CACHED });

  function chemistryFor(admission: TaskOptions = {}): Chemistry {
    const run = async (task: ChemistryTask) => (await pool.run(task, admission)) ?? TOO_SLOW;
    const inThread = chemistryBy(run);
    async function drawOne({ format, source }: StructureInput): Promise<Structure | Unreadable> {
      const key = `${format} ${source}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const drawn = await run({ method: 'draw', values: [[{ format, source }]] });
      if (!Array.isArray(drawn)) return TOO_SLOW;
      if (source.length <= MAX_CACHED_LENGTH) cache.set(key, drawn[0]);
      return drawn[0];
    }
    // One task for each structure: others take turns, and only what is too slow is refused.
    async function draw(inputs: readonly StructureInput[]): Promise<(Structure | Unreadable)[]> {
      const drawn: (Structure | Unreadable)[] = [];
      for (const input of inputs) drawn.push(await drawOne(input));
      return drawn;
    }
    return { ...inThread, draw };
  }

  return {
    chemistryFor,
    answer: (task, admission) => computeWith(chemistryFor(admission), task as ChemistryTask),
    close: pool.close,
  };
}
