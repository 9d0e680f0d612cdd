import type { LiteElement, LiteNode } from '@mathjax/src/js/adaptors/lite/Element.js';
import type { MmlNode } from '@mathjax/src/js/core/MmlTree/MmlNode.js';
import type { Element, ElementContent, Properties } from 'hast';
import { h, text, visitElements } from '../../text/hast.ts';

/** Sizes are in em of the text around it. */
export type TypesetFormula = {
  svg: Element;
  math: Element;
  /** The paths of its letters by the ids that `svg` uses. They mean the same in every formula. */
  glyphs: Record<string, string>;
  /** The number that `\tag` sets, as it is shown. */
  tag: string | null;
  width: number;
  elements: number;
  depth: number;
};

const MAX_ELEMENTS = 10_000;
/** Browsers and those who walk trees recurse. */
const MAX_DEPTH = 100;
/** A formula cannot cover the page, in em. */
const [MAX_WIDTH, MAX_HEIGHT] = [300, 150];

const SHAPES = new Set('svg use path rect line polygon ellipse text'.split(' '));
const NUMBERS = /^[\w\s.,()-]{1,2000}$/;
const COLOR = /^(?!currentColor)(?:[a-z]{3,24}|#[\da-f]{3,8})$/i;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    `x y x1 y1 x2 y2 cx cy rx ry width height viewBox transform points stroke-width stroke-dasharray
     font-size`
      .split(/\s+/)
      .map((name) => [name, NUMBERS]),
  ),
  d: /^[\w\s.,-]*$/,
  fill: COLOR,
  href: /^#tex-[\w-]+$/,
  stroke: COLOR,
};

/** The lines of tables, which a style sheet of MathJax draws. */
const LINES: Readonly<Record<string, Properties>> = {
  'mjx-solid': { 'stroke-width': '70' },
  'mjx-dashed': { 'stroke-width': '70', 'stroke-dasharray': '140' },
  'mjx-dotted': { 'stroke-width': '70', 'stroke-dasharray': '20,140' },
};

/** Copies what is allowed of MathJax's SVG, without inline styles, which the content policy forbids. */
export function readSvg(
  root: LiteElement,
  glyphs: Record<string, string>,
): Omit<TypesetFormula, 'math' | 'tag'> | { message: string } {
  const [, top = 0, width = 0, height = 0] = String(root.attributes.viewBox)
    .split(' ')
    .map((thousandths) => rounded(Number(thousandths) / 1000));
  const children = root.children.flatMap((child) => copy(child, glyphs));
  if (depthOf(children) > MAX_DEPTH) return { message: 'braces or commands are nested too deeply' };
  // No height would draw nothing.
  const above = Math.max(-top, 0.001);
  const svg = h(
    'svg',
    {
      ariaHidden: 'true',
      width: `${width}em`,
      height: `${above}em`,
      viewBox: [0, top, width, above].map((each) => Math.round(each * 1000)).join(' '),
      fill: 'currentColor',
      stroke: 'currentColor',
    },
    ...children,
  );
  let elements = 0;
  visitElements(svg, () => elements++);
  const isTooLarge = width > MAX_WIDTH || height > MAX_HEIGHT || elements > MAX_ELEMENTS;
  if (isTooLarge) return { message: 'the formula is too large' };
  return { svg, glyphs, elements, width, depth: Math.max(0, rounded(top + height)) };
}

function depthOf(nodes: readonly ElementContent[]): number {
  return nodes.reduce(
    (most, node) => (node.type === 'element' ? Math.max(most, 1 + depthOf(node.children)) : most),
    0,
  );
}

function copy(node: LiteNode, glyphs: Record<string, string>): ElementContent[] {
  if (!('children' in node)) return node.kind === '#text' ? [text(node.value)] : [];
  const properties = propertiesOf(node);
  const inner = node.children.flatMap((child) => copy(child, glyphs));
  // A space is a glyph without a path.
  if (node.kind === 'use' && !(String(properties.href).slice(1) in glyphs)) return [];
  if (SHAPES.has(node.kind)) return [h(node.kind, properties, ...inner)];
  return inner.length === 0 ? [] : group(properties, inner);
}

function group(properties: Properties, inner: ElementContent[]): ElementContent[] {
  if (Object.keys(properties).length === 0) return inner;
  const [only, ...others] = inner;
  const isPlaced = others.length === 0 && only?.type === 'element' && only.tagName === 'use';
  return isPlaced && only.properties.transform === undefined
    ? [h('use', { ...properties, ...only.properties })]
    : [h('g', properties, ...inner)];
}

function rounded(ems: number): number {
  return Math.round(ems * 1000) / 1000;
}

function propertiesOf({ attributes }: LiteElement): Properties {
  const [, thickness] = /stroke-width: ([\d.]+)/.exec(String(attributes.style)) ?? [];
  const properties: Properties = { ...LINES[String(attributes.class)] };
  if (thickness !== undefined) properties['stroke-width'] = thickness;
  for (const [name, written] of Object.entries(attributes)) {
    const value = String(written);
    const allowed = ATTRIBUTES[name];
    if (allowed?.test(value) !== true) continue;
    const isBackground = attributes['data-bgcolor'] !== undefined;
    properties[name] = allowed === COLOR ? paint(value, isBackground) : value;
  }
  return properties;
}

function paint(color: string, isBackground: boolean): string {
  // What MathJax sets for `\rule`.
  if (color === 'black') return 'currentColor';
  if (color === 'none') return color;
  const other = isBackground ? 'black 65%' : 'white 45%';
  return `light-dark(${color},color-mix(in oklab,${color},${other}))`;
}

/** Attributes by which MathML is read differently. */
const READ = ['display', 'mathvariant', 'linethickness', 'notation'];
/** Elements whose children have places. */
const PLACES = new Set(
  'mfrac mroot msub msup msubsup munder mover munderover mmultiscripts mtable mtr'.split(' '),
);
const TRANSPARENT = new Set(['mrow', 'mstyle', 'mpadded', 'TeXAtom', 'inferredMrow']);

export function readMathml(root: MmlNode): Element {
  const [math] = convert(root, false);
  return math?.type === 'element' ? math : h('math', {});
}

function convert(node: MmlNode, isPlace: boolean): ElementContent[] {
  const { kind } = node;
  if (kind === 'text') return [text(readable((node as MmlNode & { getText(): string }).getText()))];
  const children = node.childNodes.flatMap((child) => convert(child, PLACES.has(kind)));
  if (TRANSPARENT.has(kind) || node.isInferred) {
    return isPlace && children.length !== 1 ? [h('mrow', {}, ...children)] : children;
  }
  const properties: Properties = {};
  for (const name of READ) {
    const value = node.attributes.getExplicit(name);
    if (value !== undefined) properties[name] = String(value);
  }
  return [h(kind, properties, ...children)];
}

/** The arrows and bonds of MathJax's font for chemistry, and what they are. */
const PRIVATE = [
  ...'\uE408\uE409\uE40A\uE410\uE411\uE412\uE413\uE428\uE429\uE42A\uE42B\uE42C\uE42D\uE42E',
];
const PUBLIC = [...'⇌⇌⇌┄=≡≡⟵⟶⟷⇄←→↔'];

function readable(characters: string): string {
  return characters.replace(/[\uE400-\uE42F]/g, (each) => PUBLIC[PRIVATE.indexOf(each)] ?? each);
}
