import type { Element, ElementContent, Root, Text } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { make } from './pasted-elements.ts';

/** Writes the blocks of `readRichText` as HTML. */

const htmlWriter = unified().use(rehypeStringify, { allowDangerousHtml: true }).freeze();

export function toHtml(nodes: readonly ElementContent[], separator = '\n'): string {
  const children = nodes.flatMap((node) => [asMarkup(node), text(separator)]);
  const tree: Root = { type: 'root', children };
  return htmlWriter.stringify(tree).trim();
}

const LINES = /^(?:[uo]l|table|t(?:head|body)|blockquote)$/;

/** Footnotes as the toolbar writes them, and each block on a line. */
function asMarkup(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node;
  const { tagName, properties } = node;
  const children = node.children.map(asMarkup);
  const number = String(properties.number);
  if (properties.source !== undefined) return { type: 'raw', value: String(properties.source) };
  if (tagName === 'footnote-reference') {
    const link = { href: `#fn-${number}`, id: `fnref-${number}` };
    return make('sup', [make('a', [text(number)], link)]);
  }
  if (tagName === 'footnote') return footnoteMarkup(children, number);
  return { ...node, children: LINES.test(tagName) ? [text('\n'), ...onLines(children)] : children };
}

function footnoteMarkup([first, ...rest]: readonly ElementContent[], number: string): Element {
  const isText = first?.type === 'element' && first.tagName === 'p';
  const paragraph = [
    text(`${number}. `),
    ...(isText ? [...first.children, text(' ')] : []),
    make('a', [text('Back')], { href: `#fnref-${number}` }),
  ];
  const blocks = isText || first === undefined ? rest : [first, ...rest];
  const id = `fn-${number}`;
  return blocks.length === 0
    ? make('p', paragraph, { id })
    : make('div', onLines([make('p', paragraph), ...blocks]), { id });
}

function onLines(blocks: readonly ElementContent[]): ElementContent[] {
  return blocks.flatMap((block) => [block, text('\n')]);
}

function text(value: string): Text {
  return { type: 'text', value };
}
