import { type Result, succeed } from '../../failure.ts';
import type { RenderedBody } from './body.ts';
import { RENDER_TIMED_OUT } from './editing.ts';
import { readingTime } from './post.ts';
import type { RenderBody } from './render-pool.ts';

/** The rendered body and its counts as a save would produce them. */
export type BodyPreview = Pick<RenderedBody, 'words' | 'format' | 'blockLines'> & {
  contentHtml: string;
  /** Minutes, at least 1. */
  readingTime: number;
};

type PreviewOptions = {
  /** The email address of the administrator. */
  by?: string | undefined;
  /** Aborts the preview. */
  signal?: AbortSignal | undefined;
};

export function createPreview(render: RenderBody) {
  /**
   * Renders a body exactly as a save does, without storing it. A queued preview is superseded by the next
   * one of the same administrator.
   */
  async function previewBody(
    content: string,
    { by, signal }: PreviewOptions = {},
  ): Promise<Result<BodyPreview>> {
    const body = await render(content, { owner: by, signal, isReplaceable: true });
    if (body === null) return RENDER_TIMED_OUT;
    const { html, words, format, blockLines } = body;
    return succeed({
      contentHtml: html,
      words,
      readingTime: readingTime(words),
      format,
      blockLines,
    });
  }

  return { previewBody };
}
