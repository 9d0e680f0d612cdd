import type { Element, ElementContent } from 'hast';
import { capitalized, type Report } from '../text/finding.ts';
import { h, text } from '../text/hast.ts';
import type { Label, Placeholder } from '../text/placeholders.ts';
import type { Chemistry } from './chemistry/chemistry.ts';
import type { DataFile } from './data-files.ts';
import type { Typesetter } from './math/typeset.ts';
import type { ShownMolecule } from './molecules/post-molecules.ts';
import type { CitationStyle, Reference } from './references/reference.ts';

/** The body around the placeholders that a drawer replaces. */
export type DrawingContext = {
  report: Report;
  labels: ReadonlyMap<string, Label>;
  references: readonly Reference[];
  citationStyle: CitationStyle;
  chemistry: Chemistry;
  typesetFormula: Typesetter;
  /** Drawers add what they draw, in document order. */
  molecules: ShownMolecule[];
  /** What readers can download of a block. */
  dataFiles: ReadonlyMap<Placeholder, DataFile>;
};

/**
 * Draws all elements of some kinds in a body, in document order, by calling `replace` of each: by one element for a
 * block, by phrasing content in a line of text. What cannot be drawn is reported with its line and shown as its
 * source (`drawFailure`).
 */
export type Drawer = (elements: readonly Placeholder[], context: DrawingContext) => Promise<void>;

/** Draws a block of data, which stays code in a line of text. */
export type BlockDrawer = (block: Placeholder, context: DrawingContext) => Element;

/** An element that cannot be drawn: its source, and for a block the message below it. */
export function drawFailure({ source, isBlock }: Placeholder, message: string): Element {
  const code = h('code', isBlock ? {} : { title: message }, text(source));
  if (!isBlock) return code;
  return h(
    'figure',
    { className: ['drawing-failure'] },
    h('pre', {}, code),
    h('figcaption', {}, message),
  );
}

/** What is wrong in a line of a block, which counts from 1; the message begins in lower case and has no full stop. */
export type Problem = { line: number; message: string };

/** Reports all problems of a block, and draws it with the first of them. */
export function drawProblems(
  block: Placeholder,
  code: string,
  problems: readonly Problem[],
  { report }: DrawingContext,
): Element {
  const located = problems.map(({ line, message }) => ({ line: block.line + line - 1, message }));
  for (const { line, message } of located) {
    report(code, { line }, `${capitalized(message)}.`, 'error');
  }
  const [first] = located;
  return drawFailure(block, `Line ${first?.line}: ${first?.message}.`);
}

type Content = ElementContent | string;

type ValuesTable = {
  caption: string;
  /** The headings of the columns; null for a single column without one. */
  columns: readonly string[] | null;
  rows: readonly { heading: readonly Content[]; values: readonly Content[] }[];
};

/** A table of computed values, with a row for each kind of value and a column for each thing that has them. */
export function valuesTable({ caption, columns, rows }: ValuesTable): Element {
  const names = columns?.map((name) => h('th', { scope: 'col' }, name));
  return h(
    'table',
    {},
    h('caption', {}, caption),
    ...(names === undefined ? [] : [h('thead', {}, h('tr', {}, h('td', {}), ...names))]),
    h(
      'tbody',
      {},
      ...rows.map(({ heading, values }) => {
        const cells = values.map((value) => h('td', {}, value));
        return h('tr', {}, h('th', { scope: 'row' }, ...heading), ...cells);
      }),
    ),
  );
}

/** A number with three significant figures, thousands set off by commas and a true minus; `1.2e−5` beyond. */
export function formatNumber(value: number): string {
  if (value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-4)) {
    return minus(value.toExponential(2).replace('+', ''));
  }
  return minus(
    Number(value.toPrecision(3)).toLocaleString('en-AU', {
      minimumSignificantDigits: 3,
      maximumSignificantDigits: 3,
    }),
  );
}

/** A number with so many decimals. */
export function formatFixed(value: number, decimals: number): string {
  return minus(value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1'));
}

function minus(text: string): string {
  return text.replaceAll('-', '−');
}
