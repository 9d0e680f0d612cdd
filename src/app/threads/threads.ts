import type {
  DrawShareImage,
  Picture,
  ShareSubject,
} from '../../media/share-images/share-image.ts';
import type { Cited, RenderBody, RenderedBody } from '../../rendering/body.ts';
import type { ReadPasted } from '../../science/references/reference-reading.ts';
import { createSciencePool } from '../../science/threads/science-pool.ts';
import { BusyError } from '../../server/failure.ts';
import { createPool, type PoolOptions } from '../../server/threads/pool.ts';

export type RenderTask =
  | { kind: 'body'; content: string; context: Cited }
  | { kind: 'pasted'; text: string }
  | { kind: 'share-image'; subject: ShareSubject };

type Options = {
  render?: Partial<PoolOptions>;
  science?: Partial<PoolOptions>;
  onFailure?: ((error: unknown) => void) | undefined;
};

/** The threads of a site: a few kilobytes of hostile markup, or the first code in a language, take longer than a long post. */
export function createThreads({
  render: renderOptions,
  science: scienceOptions,
  onFailure = (error) => process.emitWarning(error instanceof Error ? error : String(error)),
}: Options = {}) {
  const science = createSciencePool(scienceOptions);
  const threads = createPool<RenderTask, unknown>(new URL('render-worker.ts', import.meta.url), {
    // One writer leaves a thread to others. More than the cores would slow each other, and one would end the others by
    // `totalMemory`.
    threads: Math.min(Math.max(3, navigator.hardwareConcurrency), 5),
    timeout: 10_000,
    memory: 384,
    // Trees of nodes should die young; with 24, two threads that render long posts reach `totalMemory`.
    youngMemory: 12,
    // A body of 2 MB needs up to 384. Five times as much would exceed the 1 GB of `deploy/ligara.service`.
    totalMemory: 448,
    answer: science.answer,
    ...renderOptions,
  });
  const render: RenderBody = async (content, options = {}) => {
    const { references, citationStyle, ...admission } = options;
    const task = { kind: 'body' as const, content, context: { references, citationStyle } };
    try {
      return (await threads.run(task, admission)) as RenderedBody | null;
    } catch (error) {
      if (error instanceof BusyError) throw error;
      onFailure(error);
      return null;
    }
  };

  const drawShareImage: DrawShareImage = async (subject) => {
    const options = { owner: 'share-images', isAlone: true };
    const picture = await threads.run({ kind: 'share-image', subject }, options);
    if (picture === null) throw new Error(`The share image of ${subject.name} takes too much`);
    return picture as Picture;
  };

  const readPasted: ReadPasted = async (text) =>
    threads.run({ kind: 'pasted', text }) as ReturnType<ReadPasted>;

  return {
    render,
    readPasted,
    drawShareImage,
    scienceFor: science.scienceFor,
    isRenderingIdle: threads.isIdle,
    close: async () => {
      await Promise.all([threads.close(), science.close()]);
    },
  };
}
