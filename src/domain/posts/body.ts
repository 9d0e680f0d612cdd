import type { Root } from 'hast';
import { isHtmlDocument } from './html-document.ts';
import { readMarkdown } from './markdown.ts';
import { addPageMarkup } from './page-markup.ts';
import { countWords, plainText } from './plain-text.ts';
import {
  type BlockLines,
  readFragment,
  type SafeBody,
  sourceAsBody,
  stabilize,
  writeFragment,
} from './sanitize.ts';

export type BodyFormat = 'html' | 'markdown';

export type RenderedBody = {
  /** Safe, well-formed markup for insertion into an element of the page. */
  html: string;
  /** The text without markup, one block per line. */
  text: string;
  /** Words of `text`. */
  words: number;
  format: BodyFormat;
  /** The source line of each top-level element of `html`, for scrolling an editor along. */
  blockLines: BlockLines;
};

/**
 * Renders content to safe HTML with everything that the page needs. Deterministic, and no string makes it
 * throw: markup that cannot be made safe and stay stable (nested hundreds deep, or built to change
 * whenever it is parsed) is shown as its own source.
 *
 * Hostile content can take much time and memory: servers call this through `createRenderPool`.
 */
export async function renderBody(content: string): Promise<RenderedBody> {
  return renderBodyAs(detectFormat(content), content);
}

/** Like `renderBody`, for content whose format is known. */
export async function renderBodyAs(format: BodyFormat, content: string): Promise<RenderedBody> {
  // UTF-8 cannot encode half of a surrogate pair.
  const source = content.replace(/^\u{FEFF}/u, '').toWellFormed();
  const { tree, blockLines } = makeSafe(source, format === 'html' ? readFragment : readMarkdown);
  const text = plainText(tree);
  await addPageMarkup(tree);
  return { html: writeFragment(tree), text, words: countWords(text), format, blockLines };
}

/**
 * Detects whether a body is HTML or Markdown.
 *
 * A body is HTML when it has at least one block element (`p`, `ul`, `table`, `section`, `details`…), all
 * of its text is inside block elements, and no paragraph of that text after a blank line is Markdown.
 * Everything else is Markdown, which may contain HTML. In doubtful cases (one paragraph in tags, text
 * without any), both formats render the same. Blank lines, indentation, comments and the content of
 * `pre` do not matter.
 */
export function detectFormat(content: string): BodyFormat {
  return isHtmlDocument(content) ? 'html' : 'markdown';
}

/**
 * Makes HTML safe and adds nothing. Idempotent:
 * `sanitizeHtml(sanitizeHtml(x)) === sanitizeHtml(x)` for every string.
 */
export function sanitizeHtml(html: string): string {
  return makeSafe(html.toWellFormed(), readFragment).html;
}

function makeSafe(source: string, read: (source: string) => Root | null): SafeBody {
  const tree = read(source);
  return (tree && stabilize(tree)) ?? sourceAsBody(source);
}
