import { type Place, quoted, type Report } from '../../text/finding.ts';

/**
 * Reports comments and tags that are not closed: the HTML parser swallows the text after them.
 *
 * @param html a piece of HTML that ends where the parser stops
 * @param start its place
 */
function findUnclosedMarkup(html: string, start: Place, report: Report): void {
  const open = openMarkup(html);
  if (open === null) return;
  const before = html.slice(0, open.index).split(/\r\n|\r|\n/);
  const column = (before.at(-1)?.length ?? 0) + (before.length === 1 ? (start.column ?? 1) : 1);
  const place = { line: start.line + before.length - 1, column };
  if (open.isComment) {
    report(
      'unclosed-comment',
      place,
      'This comment is not closed: nothing after it is shown. Close it with -->.',
      'error',
    );
  } else {
    report(
      'unclosed-tag',
      place,
      `${quoted(html.slice(open.index))} begins a tag that is not closed, and is not shown. Write &lt; for the character.`,
      'error',
    );
  }
}

/** Elements whose content holds no tags. */
const RAW_TEXT = /^<(script|style|textarea|title|xmp|iframe|noembed|noframes)\b/i;

/** Where a comment or tag begins that does not end. */
function openMarkup(html: string): { index: number; isComment: boolean } | null {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const end = markupEnd(html, at);
    if (end === null) return { index: at, isComment: html.startsWith('<!--', at) };
    at = end;
  }
  return null;
}

/** The index after the comment or tag that begins at `<`, or after a `<` that begins neither; null if open. */
function markupEnd(html: string, start: number): number | null {
  const head = html.slice(start, start + 10);
  if (head.startsWith('<!--')) return endOf(/--!?>/g, html, start + 2);
  if (!/^<\/?[a-z]/i.test(head)) return start + 1;
  const end = tagEnd(html, start);
  const name = RAW_TEXT.exec(head)?.[1];
  if (end === null || name === undefined) return end;
  return endOf(new RegExp(`</${name}`, 'gi'), html, end) ?? html.length;
}

function endOf(pattern: RegExp, html: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.exec(html) === null ? null : pattern.lastIndex;
}

/** The index after a tag's `>`, which quoted values may contain; null when it has none. */
function tagEnd(html: string, start: number): number | null {
  let quote = '';
  for (let at = start + 1; at < html.length; at++) {
    const character = html[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character;
  }
  return null;
}

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
