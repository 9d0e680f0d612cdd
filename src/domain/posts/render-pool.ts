import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { RenderedBody } from './body.ts';

/** Renders a body; null when that takes more time or memory than any honest body does. */
export type RenderBody = (content: string) => Promise<RenderedBody | null>;

export type RenderPool = {
  render: RenderBody;
  /** Ends the threads. What is being rendered then rejects. */
  close(): Promise<void>;
};

export type RenderPoolOptions = {
  /** Bodies rendered at the same time; more wait for their turn. */
  threads?: number;
  /** Time for one body, from its turn on, in milliseconds. */
  timeout?: number;
  /** Heap of a thread, in MiB. */
  memory?: number;
  /** How long a thread without work is kept, in milliseconds. */
  idleTimeout?: number;
};

/**
 * Renders bodies in threads of their own, so that none of them keeps other requests waiting, however
 * long it is and whatever it holds. Length alone would not tell which bodies could stay here: a few
 * kilobytes of hostile markup take seconds, and the first lines of code in a language a tenth of one.
 *
 * A thread starts with the first body, and ends when it has had none for a while: a process that only
 * serves never loads the renderer.
 */
export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const { threads = Math.min(2, availableParallelism()), timeout = 60_000 } = options;
  const { memory = 768, idleTimeout = 60_000 } = options;
  const pool = new Piscina<string, RenderedBody>({
    filename: new URL('body-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const turns = createTurns(threads);

  async function render(content: string): Promise<RenderedBody | null> {
    const endTurn = await turns();
    const signal = AbortSignal.timeout(timeout);
    try {
      return await pool.run(content, { signal });
    } catch (error) {
      if (signal.aborted || isOutOfMemory(error)) return null;
      throw error;
    } finally {
      endTurn();
    }
  }

  return { render, close: () => pool.destroy() };
}

/**
 * Lets so many in at a time, in the order of their coming. The pool has a queue too, but the time
 * that a body may take would run while it waits there.
 */
function createTurns(places: number): () => Promise<() => void> {
  let free = places;
  const waiting: (() => void)[] = [];
  const endTurn = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    return endTurn;
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
