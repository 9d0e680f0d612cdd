import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { FromMarkdownExtension } from '../../science/markdown-syntax.ts';
import { boundedTree } from '../../server/html/fragment.ts';
import type { UrlKind } from '../html.ts';
import { SourceError } from '../source.ts';
import { applyEdits, type Edit, type Range } from '../text.ts';

/** What of a text in Markdown may change, and its code, which stays. */
export type MarkdownRanges = {
  code: Range[];
  html: Range[];
  urls: { range: Range; url: string; kind: UrlKind }[];
};

/** Where the URLs of links, pictures and definitions stand in the source; bare URLs have none. */
const destinations = new WeakMap<object, Range>();

const keepDestination: NonNullable<FromMarkdownExtension['exit']>[string] = function (token) {
  const node = this.stack.at(-1);
  if (node !== undefined) destinations.set(node, [token.start.offset, token.end.offset]);
};

const exit = { resourceDestination: keepDestination, definitionDestination: keepDestination };
const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .data('fromMarkdownExtensions', [{ exit }])
  .freeze();

/** @throws SourceError when it is nested too deeply */
export function findInMarkdown(content: string): MarkdownRanges {
  const ranges: MarkdownRanges = { code: [], html: [], urls: [] };
  const tree = boundedTree(() => parser.parse(content));
  if (tree === null) throw new SourceError('its text is nested too deeply');
  visit(tree, (node: Nodes) => {
    const { start, end } = node.position ?? {};
    const range: Range = [start?.offset ?? 0, end?.offset ?? 0];
    if (node.type === 'code' || node.type === 'inlineCode') ranges.code.push(range);
    else if (node.type === 'html') ranges.html.push(range);
    const url = destinations.get(node);
    if (url === undefined || !('url' in node)) return;
    const kind = node.type === 'image' ? 'picture' : 'link';
    ranges.urls.push({ range: url, url: node.url, kind });
  });
  return ranges;
}

/** `{{< name … >}}` and `{{% name … %}}` of Hugo, `{% name … %}`, `{{ name … }}` and `{: attributes }` of Jekyll. Bounds keep time linear for those that never end. */
const TEMPLATE =
  /\{\{[<%](?:(?!\{\{[<%])[\s\S]){0,2000}?[>%]\}\}|\{%(?:(?!\{%)[\s\S]){0,2000}?%\}|\{\{[^{}]{0,2000}?\}\}|^\{:[^}\n]{0,500}\}/gm;

/** Text between these is shown to nobody: of Liquid, and of Hugo. */
const COMMENTS = [
  [/\{%-?\s*comment\s*-?%\}/g, /\{%-?\s*endcomment\s*-?%\}/g],
  [/\{\{[<%]\s*comment\s*[>%]\}\}/g, /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g],
] as const;

/**
 * Shows shortcodes and Liquid as they are written: only their generator knows what they stand for. Its comments are
 * removed. Code stays as it is.
 *
 * @param ranges of a Markdown text; undefined for HTML
 * @returns edits, and the offsets at which templates are shown first, by their names
 */
export function findTemplates(text: string, ranges?: { code: Range[]; html: Range[] }) {
  const names = new Map<string, number>();
  if (!text.includes('{')) return { edits: [], names };
  const isCode = marksOf(text, ranges?.code ?? []);
  const isHtml = marksOf(text, ranges?.html ?? []);
  const edits = findComments(text, isCode);
  for (const { start, end } of edits) isCode.fill(1, start, end);
  for (const { 0: whole, index } of text.matchAll(TEMPLATE)) {
    if (isCode[index]) continue;
    const inside = whole.replace(/^\{[{%][<%-]?\s*|\s*[>%-]?[%}]\}$/g, '');
    const name = /^[\w./-]+/.exec(inside)?.[0] ?? inside.slice(0, 40);
    if (!names.has(name)) names.set(name, index);
    if (isHtml[index]) continue;
    // `{{<b>}}` is not an element.
    const shown = ranges ? whole.replace(/[\\<*_`[\]~$&@^]/g, '\\$&') : whole.replace(/</g, '&lt;');
    edits.push({ start: index, end: index + whole.length, text: shown });
  }
  return { edits, names };
}

/** 1 for each code unit in one of the ranges. */
function marksOf(text: string, ranges: readonly Range[]): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (const [start, end] of ranges) marks.fill(1, start, end);
  return marks;
}

function findComments(text: string, isCode: Uint8Array): Edit[] {
  const edits: Edit[] = [];
  for (const [open, close] of COMMENTS) {
    close.lastIndex = 0;
    for (const { index } of text.matchAll(open)) {
      if (index < close.lastIndex || isCode[index]) continue;
      close.lastIndex = index;
      // Where one does not end, nor do the next ones.
      if (close.exec(text) === null) break;
      edits.push({ start: index, end: close.lastIndex, text: '' });
    }
  }
  return edits;
}

export function withoutTemplates(body: string): string {
  if (!body.includes('{')) return body;
  return applyEdits(body, findComments(body, new Uint8Array())).replace(TEMPLATE, '');
}
