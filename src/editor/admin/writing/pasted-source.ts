import type { Element, ElementContent, Nodes, Root } from 'hast';
import type { BodyFormat } from '../../../rendering/body.ts';
import { elementsOf, isUnseen, styleOf } from './pasted-elements.ts';
import { isBeyondMarkdown, toMarkdown } from './pasted-markdown.ts';
import { toHtml } from './pasted-markup.ts';
import { readRichText } from './rich-text.ts';

type Dropped = 'underlining' | 'highlighting';

/** What a text is formatted with; `coloured` is a background that could be the page's. */
type Formatting = { underlined: boolean; highlighted: boolean; coloured: boolean; linked: boolean };

const NONE: Formatting = { underlined: false, highlighted: false, coloured: false, linked: false };

const NEUTRAL = /^(?:|transparent|white|#fff|#ffffff|inherit|initial|none|rgb\(255, 255, 255\))$/;

/** What a document is formatted with and a paste leaves out. Links are not meant to be underlined. */
function droppedFormatting(root: Root): Dropped[] {
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

/** The picture of an `img`: its URL, or the placeholder that stands for it in the text. */
export type PlacedPicture = { src: string } | { source: string };

type PastedPicture = { src: string; alt: string };

export type PasteOptions = {
  format: BodyFormat;
  /** The number of the first footnote. */
  firstNote: number;
  /** Null drops the picture. */
  place: (picture: PastedPicture, format: BodyFormat) => PlacedPicture | null;
  /** The origin of this site; by default that of the page. */
  origin?: string;
};

/** A paragraph's text has no markup of its paragraph, to be part of another. */
export type PastedSource = { text: string; isInline: boolean; dropped: readonly Dropped[] };

/** Null for the source code of an editor or a terminal, which is plain text. */
export function pastedSource(root: Root, options: PasteOptions): PastedSource | null {
  const isCode = elementsOf(root).some((each) => styleOf(each, 'white-space') === 'pre');
  const { format, firstNote, place, origin = globalThis.location?.origin } = options;
  restoreFragments(root, origin);
  // Before `readRichText`, which changes the tree.
  const dropped = droppedFormatting(root);
  const blocks = placePictures(readRichText(root, firstNote), format, place);
  const isText = elementsOf({ type: 'root', children: blocks }).every(({ tagName }) =>
    /^(?:p|br)$/.test(tagName),
  );
  if (isText && isCode) return null;
  const [first, ...rest] = blocks;
  const isInline = first?.tagName === 'p' && rest.length === 0;
  if (format === 'markdown') return { text: toMarkdown(blocks), isInline, dropped };
  const text = isInline ? toHtml(first.children, '') : toHtml(blocks);
  return { text, isInline, dropped };
}

/**
 * Takes the URL of the form off links: browsers resolve the fragments of what is pasted to it. No link leads into the
 * admin area.
 */
function restoreFragments(root: Root, origin: string | undefined): void {
  for (const { properties } of elementsOf(root)) {
    const url = URL.parse(String(properties.href ?? ''));
    const isOfAdmin = url?.origin === origin && /^\/admin(?:\/|$)/i.test(url?.pathname ?? '');
    if (isOfAdmin) properties.href = url?.hash ?? '';
  }
}

function placePictures<Node extends ElementContent>(
  nodes: readonly Node[],
  format: BodyFormat,
  place: PasteOptions['place'],
): Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [node];
    if (node.tagName === 'img') {
      const { src, alt } = node.properties;
      const placed = place({ src: String(src), alt: String(alt) }, format);
      return placed === null ? [] : [{ ...node, properties: { alt, ...placed } }];
    }
    const inner = node.tagName === 'table' && isBeyondMarkdown(node) ? 'html' : format;
    return [{ ...node, children: placePictures(node.children, inner, place) }];
  });
}
