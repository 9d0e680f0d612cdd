import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { FromMarkdownExtension } from '../../science/markdown-syntax.ts';
import { boundedTree } from '../../text/sanitizer/fragment.ts';
import type { UrlKind } from '../html.ts';
import { SourceError } from '../source.ts';
import type { Range } from '../text.ts';

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
const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
const parser = markdown().data('fromMarkdownExtensions', [{ exit }]).freeze();

const INLINE =
  'attention autolink codeText hardBreakEscape htmlText labelEnd labelStartImage labelStartLink';
/** A parser of blocks alone: the whole tree of a text of 850 KB takes 200 MB. */
const blockParser = markdown()
  .data('micromarkExtensions', [{ disable: { null: INLINE.split(' ') } }])
  .freeze();

/** UTF-16 code units: blocks are parsed as many at once. */
const PART_LENGTH = 50_000;

/** Where the parts of a text begin, each at a block that is in no other. */
function partStarts(content: string): number[] {
  if (content.length <= 2 * PART_LENGTH) return [0];
  const starts = [0];
  const tree = boundedTree(() => blockParser.parse(content));
  for (const { position } of tree?.children ?? []) {
    const start = content.lastIndexOf('\n', (position?.start.offset ?? 0) - 1) + 1;
    if (start - (starts.at(-1) ?? 0) >= PART_LENGTH) starts.push(start);
  }
  return starts;
}

/** @throws SourceError when it is nested too deeply */
export function findInMarkdown(content: string): MarkdownRanges {
  const ranges: MarkdownRanges = { code: [], html: [], urls: [] };
  const starts = partStarts(content);
  for (const [at, start] of starts.entries()) {
    addRanges(ranges, content.slice(start, starts[at + 1]), start);
  }
  return ranges;
}

/** @param start the offset of the part in the text */
function addRanges(ranges: MarkdownRanges, part: string, start: number): void {
  const tree = boundedTree(() => parser.parse(part));
  if (tree === null) throw new SourceError('its text is nested too deeply');
  visit(tree, (node: Nodes) => {
    const { start: from, end } = node.position ?? {};
    const range: Range = [start + (from?.offset ?? 0), start + (end?.offset ?? 0)];
    if (node.type === 'code' || node.type === 'inlineCode') ranges.code.push(range);
    else if (node.type === 'html') ranges.html.push(range);
    const url = destinations.get(node);
    if (url === undefined || !('url' in node)) return;
    const kind = node.type === 'image' ? 'picture' : 'link';
    ranges.urls.push({ range: [start + url[0], start + url[1]], url: node.url, kind });
  });
}
