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
  const cache = createStructureCache();

  function chemistryFor(admission: TaskOptions = {}): Chemistry {
    const run = async (task: ChemistryTask) => (await pool.run(task, admission)) ?? TOO_SLOW;
    const inThread = chemistryBy(run);
    // One task for each structure: others take turns, and only what is too slow is refused.
    async function draw(inputs: readonly StructureInput[]): Promise<(Structure | Unreadable)[]> {
      const drawn: (Structure | Unreadable)[] = [];
      for (const input of inputs) drawn.push(cache.get(input) ?? (await drawOne(input)));
      return drawn;
    }
    async function drawOne(input: StructureInput): Promise<Structure | Unreadable> {
      const done = await run({ method: 'draw', values: [[input]] });
      if (!Array.isArray(done)) return TOO_SLOW;
      cache.set(input, done[0]);
      return done[0];
    }
    return { ...inThread, draw };
  }

  return {
    chemistryFor,
    answer: (task, admission) => computeWith(chemistryFor(admission), task as ChemistryTask),
    close: pool.close,
  };
}

function createStructureCache() {
  /** The order is that from the least to the most recently used. */
  const cached = new Map<string, Structure | Unreadable>();
  const keyOf = ({ format, source }: StructureInput) => `${format} ${source}`;

  function get(input: StructureInput): Structure | Unreadable | undefined {
    const key = keyOf(input);
    const found = cached.get(key);
    if (found !== undefined) keep(key, found);
    return found;
  }

  function set(input: StructureInput, structure: Structure | Unreadable): void {
    if (input.source.length <= MAX_CACHED_LENGTH) keep(keyOf(input), structure);
  }

  function keep(key: string, structure: Structure | Unreadable): void {
    cached.delete(key);
    cached.set(key, structure);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  }

  return { get, set };
}
