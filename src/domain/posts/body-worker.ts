import { type RenderedBody, renderBody } from './body.ts';

/** What a thread of the render pool runs. */
export default async function render(content: string): Promise<RenderedBody> {
  return renderBody(content);
}
