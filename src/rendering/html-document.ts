import type { Nodes, RootContent } from 'hast';
import { readFragment } from '../server/html/fragment.ts';

const BLOCKS = new Set(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption
   figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search
   section summary table ul`.split(/\s+/),
);
/** Elements that may be siblings of blocks: none of their text belongs to the article. */
const TEXTLESS = new Set(
  `audio base br embed iframe img link math meta noscript object picture script style svg template
   title video`.split(/\s+/),
);
/** Elements whose content is never read as Markdown. */
const VERBATIM = new Set('math pre script style svg textarea title'.split(' '));

const BLANK_LINE = /\n[ \t]*\n/;

/** The start of a heading, fence, list, quotation, table or link definition. */
const MARKDOWN_BLOCK =
  /^(?:#{1,6}[ \t]|`{3}|~{3}|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||\[[^\]\n]{1,200}\]:|[^\n]+\n {0,3}(?:=+|-+)[ \t]*(?:\n|$))/;
/** A formula, strong text, code, a link, a footnote, emphasis. */
const MARKDOWN_INLINE =
  /(?:^|[\s(])\${1,2}[^\s$](?:[^$\n]{0,200}[^\s$\\])?\${1,2}(?!\d)|\*\*\S|__\S|`[^`\n]{1,200}`|\]\(|\[\^[^\]\n]{1,200}\]|(?:^|\s)([*_])[^\s*_][^*_\n]{0,200}\1(?:\W|$)/;

/**
 * True when all text is inside block elements and none of it is Markdown. CommonMark parses Markdown
 * between tags only after a blank line and with an indentation of less than four spaces.
 */
export function isHtmlDocument(content: string): boolean {
  if (!content.trimStart().startsWith('<')) return false;
  const tree = readFragment(content);
  if (tree === null) return true;
  return (
    tree.children.some(isBlock) &&
    tree.children.every((node) => isBlock(node) || isTextless(node)) &&
    !hasMarkdown(tree)
  );
}

function isBlock(node: RootContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName);
}

/** True of white space, too. */
function isTextless(node: RootContent): boolean {
  if (node.type === 'element') return TEXTLESS.has(node.tagName);
  return node.type !== 'text' || node.value.trim() === '';
}

function hasMarkdown(node: Nodes): boolean {
  if (node.type === 'text') return node.value.split(BLANK_LINE).slice(1).some(isMarkdown);
  if (!('children' in node)) return false;
  if (node.type === 'element' && VERBATIM.has(node.tagName)) return false;
  return node.children.some(hasMarkdown);
}

function isMarkdown(paragraph: string): boolean {
  const text = paragraph.trimStart();
  const isCode = /^(?: {4}| {0,3}\t)/.test(paragraph);
  return !isCode && (MARKDOWN_BLOCK.test(text) || MARKDOWN_INLINE.test(text));
}
