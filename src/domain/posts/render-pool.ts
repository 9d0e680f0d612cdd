import Piscina from 'piscina';
import type { RenderedBody } from './body.ts';

/** Renders a body; null when that would take more time or memory than any honest body does. */
export type RenderBody = (content: string) => Promise<RenderedBody | null>;

export function createRenderPool(): { render: RenderBody; close(): Promise<void> } {
  const pool = new Piscina({
    filename: new URL('./body-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
  });
  return {
    render: (content) => pool.run(content) as Promise<RenderedBody>,
    close: () => pool.destroy(),
  };
}
