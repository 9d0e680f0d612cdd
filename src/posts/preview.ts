import type { RenderedBody } from '../rendering/body.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { emptyDataLinks } from '../text/data-links.ts';
import type { Finding } from '../text/finding.ts';
import { readingTime } from '../text/word-count.ts';
import { type CheckedPost, renderAndCheck } from './publication-check.ts';
import { RENDER_TIMED_OUT } from './saving.ts';

/** The rendered body and its counts as a save would produce them. */
export type BodyPreview = Pick<RenderedBody, 'words' | 'format' | 'blockLines' | 'findings'> & {
  contentHtml: string;
  /** Minutes, at least 1. */
  readingTime: number;
};

type PreviewOptions = Omit<CheckedPost, 'content'> & {
  /** The email of the administrator. */
  by?: string | undefined;
  /** Aborts the preview. */
  signal?: AbortSignal | undefined;
};

/** Renders and checks a post exactly as a save does, without storing it. */
export async function previewBody(
  site: Site,
  content: string,
  { by, signal, ...post }: PreviewOptions = {},
): Promise<Result<BodyPreview>> {
  const options = { owner: by, signal };
  const checked = await renderAndCheck(site, { content, ...post }, options);
  if (checked === null) return RENDER_TIMED_OUT;
  const { html, words, format, blockLines } = checked.body;
  return succeed({
    contentHtml: emptyDataLinks(html),
    words,
    readingTime: readingTime(words),
    format,
    blockLines,
    findings: checked.findings,
  });
}

/** What a post's writer should know before it is published, by line of the content. */
export async function checkPost(
  site: Site,
  content: string,
  { by, signal, ...post }: PreviewOptions = {},
): Promise<Result<Finding[]>> {
  const checked = await renderAndCheck(site, { content, ...post }, { owner: by, signal });
  return checked === null ? RENDER_TIMED_OUT : succeed(checked.findings);
}
