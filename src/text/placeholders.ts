import type { Element, Nodes, Properties, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';

/** The kinds of science that a body can hold. */
export const KINDS = [
  'smiles',
  'molfile',
  'reaction',
  'math',
  'citation',
  'csv',
  'dose-response',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kind of element that a label stands for, by its prefix: `fig-osimertinib`, `eq-cheng-prusoff`, `tbl-ic50`. */
export const LABEL_NAMES = { fig: 'Figure', eq: 'Equation', tbl: 'Table' } as const;

/** A label; parentheses, quotes and spaces end it. */
export const LABEL = /^(fig|eq|tbl)-[\p{L}\p{N}_.-]{1,60}$/u;

/** A label of a figure or table of HTML. */
export const CAPTION_LABEL = /^(fig|tbl)-[\p{L}\p{N}_.-]{1,60}$/u;

/**
 * A placeholder for science: a `code`, alone in a `pre` or in a line of text, with attributes that
 * `PLACEHOLDER_ATTRIBUTES` allows. Reading Markdown makes placeholders, and a body in HTML may contain them. A drawing
 * replaces each after the sanitizer, so that no author can send a drawing.
 */
export type Placeholder = {
  kind: Kind;
  /** The source to draw, as its author wrote it. */
  source: string;
  isBlock: boolean;
  label: string | null;
  name: string | null;
  /** Further attributes, such as `top=100`. */
  options: Record<string, string>;
  /** The line of the body at which `source` starts, from 1. */
  line: number;
  /** The column at which `source` starts, from 1; null where it starts a line. */
  column: number | null;
  isInLink: boolean;
  /** Puts nodes in its place. */
  replace: (nodes: RootContent[]) => void;
};

/** A figure or table of HTML with a label, whose caption gets a number. */
export type CaptionedElement = {
  element: Element;
  label: string | null;
  /** The line of the body at which it starts, from 1. */
  line: number;
};

export type AllowedAttribute = [string, ...(string | RegExp)[]];

const NAME: AllowedAttribute = ['dataName', /^.{1,200}$/u];
const LINE: AllowedAttribute = ['dataLine', /^\d{1,7}$/];

/** Options as one attribute: `top=100 bottom=0`. */
export const OPTIONS = /^[a-z]{1,20}=[\w.+-]{1,40}(?: [a-z]{1,20}=[\w.+-]{1,40}){0,7}$/;

/** The attributes of `code` in the sanitizer's allowlist. */
export const PLACEHOLDER_ATTRIBUTES: AllowedAttribute[] = [
  ['dataScience', ...KINDS],
  ['dataLabel', LABEL],
  NAME,
  LINE,
  ['dataColumn', /^\d{1,7}$/],
  ['dataOptions', OPTIONS],
];

/** The attributes of `figure` and `table` in the sanitizer's allowlist. */
export const CAPTION_ATTRIBUTES: AllowedAttribute[] = [['dataLabel', CAPTION_LABEL], LINE];

/** The attributes of a placeholder, for those who read a syntax to it. */
export function placeholderProperties(given: {
  kind: Kind;
  line: number | undefined;
  column?: number;
  label?: string | undefined;
  name?: string | undefined;
  options?: string | undefined;
}): Properties {
  const { kind, line, column, label, name, options } = given;
  return {
    dataScience: kind,
    dataLine: line,
    dataColumn: column,
    dataLabel: label,
    dataName: name,
    dataOptions: options,
  };
}

/** Gives placeholders and labelled elements that an author wrote in HTML the places at which they, or their sources, start. */
export function locateElements(parent: Root | Element): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    const { dataScience, dataLabel, dataLine } = node.properties;
    const isPlaceholder = dataScience !== undefined;
    // What Markdown was read to has its place already.
    if (dataLine === undefined) {
      if (isPlaceholder) locate(node, node.children[0] ?? node);
      else if (dataLabel !== undefined) locate(node, node);
    }
    if (!isPlaceholder) locateElements(node);
  }
}

function locate({ properties }: Element, { position }: Nodes): void {
  if (position === undefined) return;
  properties.dataLine = `${position.start.line}`;
  properties.dataColumn = `${position.start.column}`;
}

/**
 * Finds the placeholders and the labelled elements of a safe tree, in document order, and removes their attributes:
 * what is not drawn stays as code.
 */
export function extractPlaceholders(tree: Root): (Placeholder | CaptionedElement)[] {
  const found: (Placeholder | CaptionedElement)[] = [];
  visit(tree, false);
  return found;

  function visit(parent: Root | Element, isInLink: boolean): void {
    for (const node of parent.children) {
      if (node.type !== 'element') continue;
      const code = blockCode(node);
      const element = code ?? node;
      const { kind, label, line, ...others } = takeAttributes(element);
      if (kind !== undefined) {
        const source = textOf(element);
        const replace = (nodes: RootContent[]) => {
          const siblings: RootContent[] = parent.children;
          siblings.splice(siblings.indexOf(node), 1, ...nodes);
        };
        const isBlock = code !== null;
        found.push({ kind, label, line, ...others, source, isBlock, isInLink, replace });
        continue;
      }
      if (label !== null) found.push({ element, label, line });
      visit(node, isInLink || node.tagName === 'a');
    }
  }
}

/** The `code` that is a `pre`'s only child. */
function blockCode({ tagName, children }: Element): Element | null {
  const [code, ...rest] = children;
  const isAlone = tagName === 'pre' && rest.length === 0;
  return isAlone && code?.type === 'element' && code.tagName === 'code' ? code : null;
}

function takeAttributes(element: Element) {
  const { dataScience, dataLabel, dataName, dataLine, dataColumn, dataOptions, ...others } =
    element.properties;
  element.properties = others;
  return {
    kind: dataScience as Kind | undefined,
    label: dataLabel === undefined ? null : String(dataLabel),
    name: dataName === undefined ? null : String(dataName),
    options: optionsOf(String(dataOptions ?? '')),
    line: Number(dataLine ?? 1),
    column: dataColumn === undefined ? null : Number(dataColumn),
  };
}

function optionsOf(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split('=', 2));
  return Object.fromEntries(pairs);
}

/** Default titles of containers; the author's title or heading replaces them. */
export const TITLES: Readonly<Record<string, string>> = {
  'key-points': 'Key points',
  'plain-summary': 'Plain summary',
};

export const CONTAINER_CLASSES: ReadonlySet<string> = new Set([...Object.keys(TITLES), 'details']);

/** The attributes of `section` in the sanitizer's allowlist. */
export const CONTAINER_ATTRIBUTES: AllowedAttribute[] = [
  ['className', ...Object.keys(TITLES)],
  ['dataName', /^.{1,200}$/u],
];
