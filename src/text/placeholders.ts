import type { Element, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { Report } from './finding.ts';
import { visitElements } from './hast.ts';

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

export type Label = {
  id: string;
  label: string;
  text: string;
  number: number;
  line: number;
};

/**
 * A placeholder for science: a `code`, alone in a `pre` or in a line of text, with attributes that
 * `PLACEHOLDER_ATTRIBUTES` allows. Reading Markdown makes placeholders, and a body in HTML may contain them. A drawing
 * replaces each after the sanitizer, so that no author can send a drawing.
 */
export type Placeholder = {
  kind: Kind;
  source: string;
  isBlock: boolean;
  label: string | null;
  numbered?: Label;
  name: string | null;
  options: Record<string, string>;
  /** The line of the body at which `source` starts, from 1. */
  line: number;
  /** The column at which `source` starts, from 1; null where it starts a line. */
  column: number | null;
  isInLink: boolean;
  replace: (nodes: RootContent[]) => void;
};

export type CaptionedElement = {
  element: Element;
  label: string | null;
  numbered?: Label;
  /** The line of the body at which it starts, from 1. */
  line: number;
};

export type AllowedAttribute = [string, ...(string | RegExp)[]];

const NAME: AllowedAttribute = ['dataName', /^.{1,200}$/u];
const LINE: AllowedAttribute = ['dataLine', /^\d{1,7}$/];

/** Options as one attribute: `top=100 bottom=0`. */
export const OPTIONS = /^[a-z]{1,20}=[\w.+-]{1,40}(?: [a-z]{1,20}=[\w.+-]{1,40}){0,7}$/;

export const PLACEHOLDER_ATTRIBUTES: AllowedAttribute[] = [
  ['dataScience', ...KINDS],
  ['dataLabel', LABEL],
  NAME,
  LINE,
  ['dataColumn', /^\d{1,7}$/],
  ['dataOptions', OPTIONS],
];

export const CAPTION_ATTRIBUTES: AllowedAttribute[] = [['dataLabel', CAPTION_LABEL], LINE];

/** Gives placeholders and labelled elements that an author wrote in HTML the places at which they, or their sources, start. */
export function locateElements(parent: Root | Element): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    const { properties, children } = node;
    const isPlaceholder = properties.dataScience !== undefined;
    const { start } = ((isPlaceholder && children[0]) || node).position ?? {};
    // What Markdown was read to has its place already.
    if (start && properties.dataLine === undefined && (isPlaceholder || properties.dataLabel)) {
      properties.dataLine = `${start.line}`;
      properties.dataColumn = `${start.column}`;
    }
    if (!isPlaceholder) locateElements(node);
  }
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
      const { kind, ...attributes } = takeAttributes(element);
      if (kind === undefined) {
        if (attributes.label !== null) found.push({ element, ...attributes });
        visit(node, isInLink || node.tagName === 'a');
        continue;
      }
      const replace = (nodes: RootContent[]) => {
        const siblings: RootContent[] = parent.children;
        siblings.splice(siblings.indexOf(node), 1, ...nodes);
      };
      const source = textOf(element);
      const isBlock = code !== null;
      found.push({ kind, ...attributes, source, isBlock, isInLink, replace });
    }
  }
}

function blockCode({ tagName, children }: Element): Element | null {
  const [code, ...rest] = children;
  const isAlone = tagName === 'pre' && rest.length === 0;
  return isAlone && code?.type === 'element' && code.tagName === 'code' ? code : null;
}

function takeAttributes(element: Element) {
  const { dataScience, dataLabel, dataName, dataLine, dataColumn, dataOptions, ...others } =
    element.properties;
  element.properties = others;
  const pairs = dataOptions === undefined ? [] : String(dataOptions).split(' ');
  return {
    kind: dataScience as Kind | undefined,
    label: dataLabel === undefined ? null : String(dataLabel),
    name: dataName === undefined ? null : String(dataName),
    options: Object.fromEntries(pairs.map((pair) => pair.split('=', 2))),
    line: Number(dataLine ?? 1),
    column: dataColumn === undefined ? null : Number(dataColumn),
  };
}

export const TITLES: Readonly<Record<string, string>> = {
  'key-points': 'Key points',
  'plain-summary': 'Plain summary',
};

export const CONTAINER_CLASSES: ReadonlySet<string> = new Set([...Object.keys(TITLES), 'details']);

export const CONTAINER_ATTRIBUTES: AllowedAttribute[] = [
  ['className', ...Object.keys(TITLES)],
  NAME,
];

/**
 * Numbers the labelled elements of each kind in document order. A label that is taken is reported, and removed
 * from the second element.
 */
export function numberLabels(
  elements: readonly (Placeholder | CaptionedElement)[],
  report: Report,
): Map<string, Label> {
  const labels = new Map<string, Label>();
  const counts = { fig: 0, eq: 0, tbl: 0 };
  for (const element of elements) {
    const { label, line } = element;
    if (label === null) continue;
    if (labels.has(label)) {
      element.label = null;
      report('duplicate-label', { line }, `The label “${label}” is already used above.`, 'error');
      continue;
    }
    const prefix = label.slice(0, label.indexOf('-')) as keyof typeof LABEL_NAMES;
    const number = ++counts[prefix];
    const text = `${LABEL_NAMES[prefix]} ${number}`;
    element.numbered = { id: `user-content-${label}`, label, text, number, line };
    labels.set(label, element.numbered);
  }
  return labels;
}

/** Removes ids that an author gave to other elements: a link to a label leads to what has the label. */
export function freeLabelIds(tree: Root, labels: ReadonlyMap<string, Label>): void {
  if (labels.size === 0) return;
  const taken = new Set([...labels.values()].map(({ id }) => id));
  visitElements(tree, ({ properties }) => {
    if (taken.has(String(properties.id ?? ''))) delete properties.id;
  });
}

/** The id of no post, which has the length of all: a body is rendered before its post is known. */
export const NO_POST = '00000000-0000-0000-0000-000000000000';

/** The URL of data in a body that belongs to no post yet. */
export function dataUrl(name: string): string {
  return `/blog/${NO_POST}/data/${encodeURIComponent(name)}.csv`;
}
