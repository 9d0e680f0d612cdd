import type { Nodes, RootContent } from 'hast';
import { readFragment } from './sanitize.ts';

const BLOCKS = new Set(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption
   figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search
   section summary table ul`.split(/\s+/),
);
/** What may stand beside blocks, since none of its text is the article's. */
const TEXTLESS = new Set(
  `audio base br embed iframe img link math meta noscript object picture script style svg template
   title video`.split(/\s+/),
);
/** What may hold anything, blank lines and Markdown included, and be HTML all the same. */
const VERBATIM = new Set('math pre script style svg textarea title'.split(' '));

const BLANK_LINE = /\n[ \t]*\n/;

/** How a paragraph begins that is a heading, fence, list, quotation, table or definition. */
const MARKDOWN_BLOCK =
  /^(?:#{1,6}[ \t]|`{3}|~{3}|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||\[[^\]\n]{1,200}\]:|[^\n]+\n {0,3}(?:=+|-+)[ \t]*(?:\n|$))/;
/** Strong text, code, a link, a footnote, emphasis. */
const MARKDOWN_INLINE =
  /\*\*\S|__\S|`[^`\n]{1,200}`|\]\(|\[\^[^\]\n]{1,200}\]|(?:^|\s)([*_])[^\s*_][^*_\n]{0,200}\1(?:\W|$)/;

/**
 * Whether all text stands inside block elements, and none of it is Markdown. CommonMark reads
 * Markdown between tags only where a blank line comes before it and less than four spaces do.
 */
export function isHtmlDocument(content: string): boolean {
  if (!content.trimStart().startsWith('<')) return false;
  const tree = readFragment(content);
  if (tree === null) return true;
  return (
    tree.children.some(isBlock) &&
    tree.children.every((node) => isBlock(node) || isTextless(node)) &&
    !holdsMarkdown(tree)
  );
}

function isBlock(node: RootContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName);
}

function isTextless(node: RootContent): boolean {
  if (node.type === 'element') return TEXTLESS.has(node.tagName);
  return node.type !== 'text' || node.value.trim() === '';
}

function holdsMarkdown(node: Nodes): boolean {
  if (node.type === 'text') return node.value.split(BLANK_LINE).slice(1).some(isMarkdown);
  if (!('children' in node)) return false;
  if (node.type === 'element' && VERBATIM.has(node.tagName)) return false;
  return node.children.some(holdsMarkdown);
}

function isMarkdown(paragraph: string): boolean {
  const text = paragraph.trimStart();
  const isCode = /^(?: {4}| {0,3}\t)/.test(paragraph);
  return !isCode && (MARKDOWN_BLOCK.test(text) || MARKDOWN_INLINE.test(text));
}
