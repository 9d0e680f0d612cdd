import type { Root } from 'hast';
import { isHtmlDocument } from './html-document.ts';
import { readMarkdown } from './markdown.ts';
import { addPageMarkup } from './page-markup.ts';
import { countWords, plainText } from './plain-text.ts';
import {
  type BlockLines,
  readFragment,
  type SafeBody,
  settle,
  sourceAsBody,
  writeFragment,
} from './sanitize.ts';

export type BodyFormat = 'html' | 'markdown';

export type RenderedBody = {
  /** Safe markup, well nested, to stand inside an element of the page as it is. */
  html: string;
  /** What a reader reads, each block on its own line. */
  text: string;
  /** Words of `text`. */
  words: number;
  format: BodyFormat;
  /** Where each element at the top of `html` begins in the source, for an editor to follow. */
  blockLines: BlockLines;
};

/**
 * Renders what an author wrote to safe HTML that fits into a page. The same content always gives the
 * same body, and no string makes it throw: markup that cannot be made safe and keep its form (nested
 * hundreds deep, or built to change whenever it is read) is shown as its own source.
 *
 * Hostile content can take long and much memory; a server calls it through `createRenderPool`.
 */
export async function renderBody(content: string): Promise<RenderedBody> {
  return renderBodyAs(detectFormat(content), content);
}

/** Renders what an author wrote in a language that is known. */
export async function renderBodyAs(format: BodyFormat, content: string): Promise<RenderedBody> {
  // UTF-8 cannot hold half of a surrogate pair.
  const source = content.replace(/^\u{FEFF}/u, '').toWellFormed();
  const { tree, blockLines } = makeSafe(source, format === 'html' ? readFragment : readMarkdown);
  const text = plainText(tree);
  await addPageMarkup(tree);
  return { html: writeFragment(tree), text, words: countWords(text), format, blockLines };
}

/**
 * Tells which of the two languages a body is written in.
 *
 * A body is HTML when all of its text stands inside block elements (`p`, `ul`, `table`, `section`,
 * `details`…) of which there is at least one, and no paragraph of that text, set off by a blank
 * line, is written in Markdown. Everything else is Markdown, which may hold as much HTML as it likes:
 * text beside the elements, or Markdown between their tags after a blank line, make it so. Where the
 * rule might be in doubt (one paragraph in tags, text without any), both readings give the same.
 * Blank lines, indentation, comments and the content of `pre` do not matter.
 */
export function detectFormat(content: string): BodyFormat {
  return isHtmlDocument(content) ? 'html' : 'markdown';
}

/**
 * Makes HTML safe, and no more than that. What is safe already comes back as it is:
 * `sanitizeHtml(sanitizeHtml(x)) === sanitizeHtml(x)` for every string.
 */
export function sanitizeHtml(html: string): string {
  return makeSafe(html.toWellFormed(), readFragment).html;
}

function makeSafe(source: string, read: (source: string) => Root | null): SafeBody {
  const tree = read(source);
  return (tree && settle(tree)) ?? sourceAsBody(source);
}
