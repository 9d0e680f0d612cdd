import type { Element, Nodes, Root } from 'hast';
import { formulaWords } from '../science/math/formula-words.ts';
import { lowered, raised } from '../text/unicode-scripts.ts';

const INLINE = new Set(
  `a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub
   sup time u var wbr`.split(/\s+/),
);

/**
 * The text of a safe tree: words separated by one space, each block and table cell on its own line.
 * Low and raised digits stay low and raised. Without the links back from footnotes and to headings, buttons and computed tables. A structure in a line of text is
 * its formula.
 *
 * @param formula what stands for mathematics: its words, or one word where words are counted
 */
export function plainText(tree: Root, formula: (math: Element) => string = formulaWords): string {
  const pieces: string[] = [];
  collect(tree, { pieces, formula });
  return pieces
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

type Collection = { pieces: string[]; formula: (math: Element) => string };

function collect(node: Nodes, collection: Collection, isPreformatted = false): void {
  const { pieces, formula } = collection;
  if (node.type === 'text') {
    pieces.push(isPreformatted ? node.value : node.value.replace(/\s+/g, ' '));
  }
  if (!('children' in node)) return;
  const element = node.type === 'element' ? node : undefined;
  if (element !== undefined && isLeftOut(element)) return;
  const drawn = element && drawnText(element, formula);
  if (drawn !== undefined) {
    pieces.push(drawn);
    return;
  }
  const isBlock = element !== undefined && !INLINE.has(element.tagName);
  if (isBlock) pieces.push('\n');
  for (const child of node.children) {
    collect(child, collection, isPreformatted || element?.tagName === 'pre');
  }
  if (isBlock) pieces.push('\n');
}

/** The text of a drawing or script; undefined for other elements. */
function drawnText(element: Element, formula: Collection['formula']): string | undefined {
  if (element.tagName === 'math') return formula(element);
  if (element.tagName === 'sub' || element.tagName === 'sup') return script(element);
  if (element.tagName !== 'svg') return undefined;
  return hasClass(element, 'inline-structure') ? formulaIn(element) : '';
}

/** Digits and signs as they stand in the post: IC₅₀, 10⁻⁸. */
function script({ tagName, children }: Element): string | undefined {
  const [only, ...others] = children;
  if (only?.type !== 'text' || others.length > 0) return undefined;
  return (tagName === 'sub' ? lowered(only.value) : raised(only.value)) ?? undefined;
}

const LEFT_OUT = ['heading-anchor', 'structure-data', 'chart-data', 'formula-number'];

function isLeftOut(element: Element): boolean {
  if (element.tagName === 'button') return true;
  if (element.properties.dataFootnoteBackref !== undefined) return true;
  return LEFT_OUT.some((name) => hasClass(element, name));
}

function formulaIn({ properties }: Element): string {
  return String(properties.ariaLabel).replace(/^(Structure of|Reaction:) /, '');
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}
