import type { Element, Nodes, Root } from 'hast';
import { isUnseen, styleOf } from './pasted-elements.ts';

export type Dropped = 'underlining' | 'highlighting';

/** What a text is formatted with; `coloured` is a background that could be the page's. */
type Formatting = { underlined: boolean; highlighted: boolean; coloured: boolean; linked: boolean };

const NONE: Formatting = { underlined: false, highlighted: false, coloured: false, linked: false };

const NEUTRAL = /^(?:|transparent|white|#fff|#ffffff|inherit|initial|none|rgb\(255, 255, 255\))$/;

/** What a document is formatted with and a paste leaves out. Links are not meant to be underlined. */
export function droppedFormatting(root: Root): Dropped[] {
  const texts: Formatting[] = [];
  collect(root, NONE, texts);
  const isUnderlined = texts.some(({ underlined, linked }) => underlined && !linked);
  // Browsers copy the page's own background with every text.
  const isColoured =
    texts.some(({ coloured }) => coloured) && !texts.every((each) => each.coloured);
  const isHighlighted = isColoured || texts.some(({ highlighted }) => highlighted);
  return [
    ...(isUnderlined ? (['underlining'] as const) : []),
    ...(isHighlighted ? (['highlighting'] as const) : []),
  ];
}

function collect(node: Nodes, outer: Formatting, texts: Formatting[]): void {
  if (node.type === 'text' && node.value.trim() !== '') texts.push(outer);
  if (!('children' in node) || (node.type === 'element' && isUnseen(node))) return;
  const formatting = node.type === 'element' ? formattingOf(node, outer) : outer;
  for (const child of node.children) collect(child, formatting, texts);
}

function formattingOf(element: Element, outer: Formatting): Formatting {
  const { tagName } = element;
  const line = styleOf(element, 'text-decoration(?:-line)?');
  const highlight = styleOf(element, 'mso-highlight');
  const isSpan = tagName === 'span' || tagName === 'font';
  return {
    underlined: outer.underlined || /^(?:u|ins)$/.test(tagName) || line.includes('underline'),
    highlighted: outer.highlighted || tagName === 'mark' || !NEUTRAL.test(highlight),
    coloured:
      outer.coloured || (isSpan && !NEUTRAL.test(styleOf(element, 'background(?:-color)?'))),
    linked: outer.linked || tagName === 'a',
  };
}
