import type { Element, Nodes, Root } from 'hast';

const INLINE = new Set(
  `a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub
   sup time u var wbr`.split(/\s+/),
);

/**
 * The text of a safe tree: words separated by one space, each block and table cell on its own line.
 * Without the links back from footnotes and to headings.
 */
export function plainText(tree: Root): string {
  const pieces: string[] = [];
  collect(tree, pieces);
  return pieces
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** A word is a run of non-white-space characters with a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run)).length;
}

function collect(node: Nodes, pieces: string[], isPreformatted = false): void {
  if (node.type === 'text') {
    pieces.push(isPreformatted ? node.value : node.value.replace(/\s+/g, ' '));
  }
  if (!('children' in node)) return;
  const element = node.type === 'element' ? node : undefined;
  if (element !== undefined && isNavigation(element)) return;
  const isBlock = element !== undefined && !INLINE.has(element.tagName);
  if (isBlock) pieces.push('\n');
  for (const child of node.children) {
    collect(child, pieces, isPreformatted || element?.tagName === 'pre');
  }
  if (isBlock) pieces.push('\n');
}

function isNavigation({ properties }: Element): boolean {
  const { className, dataFootnoteBackref } = properties;
  if (dataFootnoteBackref !== undefined) return true;
  return Array.isArray(className) && className.includes('heading-anchor');
}
