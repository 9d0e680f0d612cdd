import type { ChemistryPool } from '../../science/chemistry/threads/chemistry-pool.ts';
import type { FormulaPool } from '../../science/math/threads/formula-pool.ts';
import type { Formula } from '../../science/math/typeset.ts';
import type { Pasted } from '../../science/references/read-pasted.ts';
import { createThreadPool, type ThreadPoolOptions } from '../../server/threads/thread-pool.ts';
import type { BodyContext, RenderBody, RenderedBody } from '../body.ts';

/** What a thread is sent. */
export type RenderTask = {
  content: string;
  context: Omit<BodyContext, 'chemistry' | 'typesetFormulas'>;
  /** Structures are computed elsewhere; otherwise the thread itself loads RDKit for the first one. */
  asksForChemistry: boolean;
  /** The same with formulas, and MathJax. */
  asksForFormulas: boolean;
};

/** What a thread sends. An error is a bug of the renderer, which this body alone shows. */
export type RenderAnswer = { body: RenderedBody } | { error: unknown };

export type RenderPool = {
  render: RenderBody;
  /** Reads pasted references: hostile BibTeX takes long. */
  readPasted(text: string): Promise<Pasted | null>;
  /** Returns true if nothing is rendered. */
  isIdle(): boolean;
  /** Ends the threads. Running and queued renders reject. */
  close(): Promise<void>;
};

const WORKER = new URL('body-worker.ts', import.meta.url);

/** One writer occupies at most three, which leaves a thread each for two more writers. */
const THREADS = 5;

export type RenderPoolOptions = ThreadPoolOptions & {
  /** What computes the structures of all bodies. */
  chemistry?: Pick<ChemistryPool, 'answer'> | undefined;
  /** What typesets their formulas. */
  formulas?: Pick<FormulaPool, 'typeset'> | undefined;
  /** Called with the error of a body that could not be rendered. By default, Node.js warns. */
  onFailure?: ((error: unknown) => void) | undefined;
};

/**
 * Renders bodies in worker threads, so that no body delays other requests. All of them: a few kilobytes of
 * hostile markup, or the first code in a language, take longer than a long post.
 */
export function createRenderPool({
  chemistry,
  formulas,
  onFailure = (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  ...options
}: RenderPoolOptions = {}): RenderPool {
  const pool = createThreadPool<RenderTask | { pasted: string }, RenderAnswer | Pasted>(WORKER, {
    threads: THREADS,
    // MiB. Trees of nodes should die young; with 24, two threads that render long posts reach `totalMemory`.
    youngMemory: 12,
    // A body of 2 MB needs up to 384. Five times as much would exceed the 1 GB of `deploy/ligara.service`.
    totalMemory: 448,
    answer: async (question, admission) =>
      asksFormulas(question)
        ? formulas?.typeset(question.formulas, admission)
        : chemistry?.answer(question, admission),
    ...options,
  });
  const asksForChemistry = chemistry !== undefined;
  const asksForFormulas = formulas !== undefined;
  return {
    render: async (content, { references, citationStyle, ...admission } = {}) => {
      const context = { references, citationStyle };
      const task = { content, context, asksForChemistry, asksForFormulas };
      const answer = await pool.run(task, admission);
      if (answer !== null && 'body' in answer) return answer.body;
      if (answer !== null && 'error' in answer) onFailure(answer.error);
      return null;
    },
    readPasted: (pasted) => pool.run({ pasted }) as Promise<Pasted | null>,
    isIdle: pool.isIdle,
    close: pool.close,
  };
}

function asksFormulas(question: unknown): question is { formulas: Formula[] } {
  return typeof question === 'object' && question !== null && 'formulas' in question;
}
