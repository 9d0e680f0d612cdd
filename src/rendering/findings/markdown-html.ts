import { type Place, quoted, type Report } from '../../text/finding.ts';
import { findUnclosedMarkup } from './unclosed-markup.ts';

/** Comments, code and tags. */
const NOT_TEXT =
  /<!--[\s\S]*?(?:-->|$)|<(pre|code|script|style|textarea|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)|<[^>]*>/gi;
const MARKDOWN =
  /\*\*[^\s*][^*\n]{0,200}\*\*|\[[^[\]\n]{1,200}\]\([^\s()]{1,500}\)|(?<!`)`[^`\n]{1,200}`(?!`)/;

/**
 * Reports Markdown in HTML, which is not read there, and HTML that is not closed.
 *
 * @param html a block of HTML in Markdown, or a body
 */
export function checkHtml(html: string, start: Place, report: Report): void {
  findUnclosedMarkup(html, start, report);
  if (!/[`*(]/.test(html)) return;
  const text = html.replace(NOT_TEXT, (markup) => markup.replace(/[^\r\n]/g, ' '));
  const found = MARKDOWN.exec(text);
  if (found === null) return;
  const line = start.line + html.slice(0, found.index).split(/\r\n|\r|\n/).length - 1;
  const message = `${quoted(found[0])} is shown as typed: Markdown inside HTML is read only after an empty line.`;
  report('markdown-in-html', { line }, message);
}
