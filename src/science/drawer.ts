import type { Element, ElementContent } from 'hast';
import { capitalized, type Report } from '../text/finding.ts';
import { h, text } from '../text/hast.ts';
import type { CaptionedElement, Kind, Label, Placeholder } from '../text/placeholders.ts';
import { dataUrl } from '../text/placeholders.ts';
import type { Chemistry } from './chemistry/rdkit.ts';
import type { Typesetter } from './math/typeset.ts';
import type { ShownMolecule } from './molecules/molecules.ts';
import type { CitationStyle, Reference } from './references/reference.ts';

export type DrawingContext = {
  report: Report;
  labels: ReadonlyMap<string, Label>;
  references: readonly Reference[];
  citationStyle: CitationStyle;
  chemistry: Chemistry;
  typesetFormula: Typesetter;
  /** Drawers add what they draw, in document order. */
  molecules: ShownMolecule[];
  dataFiles: ReadonlyMap<Placeholder, DataFile>;
};

/**
 * Calls `replace` of each element, in document order, with one element for a block, phrasing
 * content in a line. What cannot be drawn is reported with its line and shown as its source
 * (`drawFailure`).
 */
export type Drawer = (elements: readonly Placeholder[], context: DrawingContext) => Promise<void>;

/** Draws a block of data, which stays code in a line of text. */
export type BlockDrawer = (block: Placeholder, context: DrawingContext) => Element;

export function drawFailure({ source, isBlock }: Placeholder, message: string): Element {
  const code = h('code', isBlock ? {} : { title: message }, text(source));
  if (!isBlock) return code;
  return h('figure', 'drawing-failure', h('pre', {}, code), h('figcaption', {}, message));
}

/** `line` counts from 1 in the block; the message begins in lower case and has no full stop. */
export type Problem = { line: number; message: string };

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

export function table(caption: readonly Content[], head: Element[], rows: Element[][]): Element {
  const row = (cells: Element[]) => h('tr', {}, ...cells);
  const parts = [
    ...(caption.length === 0 ? [] : [h('caption', {}, ...caption)]),
    ...(head.length === 0 ? [] : [h('thead', {}, row(head))]),
  ];
  return h('table', {}, ...parts, h('tbody', {}, ...rows.map(row)));
}

/** @param columns the headings of the columns; null for a single column without one */
export function valuesTable(
  caption: string,
  columns: readonly string[] | null,
  rows: readonly { heading: readonly Content[]; values: readonly Content[] }[],
): Element {
  const names = columns?.map((name) => h('th', { scope: 'col' }, name));
  const cells = rows.map(({ heading, values }) => [
    h('th', { scope: 'row' }, ...heading),
    ...values.map((value) => h('td', {}, value)),
  ]);
  return table([caption], names === undefined ? [] : [h('td', {}), ...names], cells);
}

/** Three significant figures; `1.2e−5` beyond. */
export function formatNumber(value: number): string {
  if (value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-4)) {
    return minus(value.toExponential(2).replace('+', ''));
  }
  const figures = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return minus(value.toLocaleString('en-AU', figures));
}

export function formatFixed(value: number, decimals: number): string {
  return minus(value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1'));
}

function minus(text: string): string {
  return text.replaceAll('-', '−');
}

export function numberedCaption(
  label: Label | undefined,
  caption: ElementContent[],
): ElementContent[] {
  if (label === undefined) return caption;
  const number = (words: string) => h('span', 'caption-number', words);
  return caption.length === 0
    ? [number(label.text)]
    : [number(`${label.text}.`), text(' '), ...caption];
}

export function numberCaptions(elements: readonly CaptionedElement[]): void {
  for (const { element: owner, numbered } of elements) {
    if (numbered === undefined) continue;
    owner.properties.id = numbered.id;
    const caption = captionOf(owner);
    const [first] = caption.children;
    if (first?.type === 'text') first.value = first.value.trimStart();
    const isBlank = caption.children.every((node) => node.type === 'text' && !node.value.trim());
    caption.children = numberedCaption(numbered, isBlank ? [] : caption.children);
  }
}

function captionOf({ tagName: owner, children }: Element): Element {
  const isTable = owner === 'table';
  const tagName = isTable ? 'caption' : 'figcaption';
  const present = children.find(
    (child): child is Element => child.type === 'element' && child.tagName === tagName,
  );
  if (present !== undefined) return present;
  const caption = h(tagName, {});
  if (isTable) children.unshift(caption);
  else children.push(caption);
  return caption;
}

export type DataFile = {
  name: string;
  content: string;
};

const DATA_KINDS: ReadonlySet<Kind> = new Set(['csv', 'dose-response']);

const LINES = /[^\r\n]*(?:\r\n|\r|\n|$)/g;

/** @param body as its author wrote it */
export function dataFilesOf(
  elements: readonly Placeholder[],
  body: string,
): Map<Placeholder, DataFile> {
  const data = elements.filter(({ kind, isBlock }) => DATA_KINDS.has(kind) && isBlock);
  if (data.length === 0) return new Map();
  const lines = body.match(LINES) ?? [];
  return new Map(
    data.map((element, index) => [
      element,
      { name: element.label ?? `${index + 1}`, content: asWritten(element, lines) },
    ]),
  );
}

/**
 * The parsers make all line ends the same; those of the body are read from its lines, where these end with the
 * lines of the element. In a list or quotation they begin with more.
 */
function asWritten({ source, line }: Placeholder, lines: readonly string[]): string {
  const text = source.endsWith('\n') ? source.slice(0, -1) : source;
  const own = lines.slice(line - 1, line + text.split('\n').length);
  // hast-util-raw drops a line break at the start.
  return matched(text, own) ?? matched(`\n${text}`, own) ?? source;
}

function matched(text: string, lines: readonly string[]): string | null {
  const written = text.split('\n').map((content, index) => {
    const found = lines[index] ?? '';
    const end = /[\r\n]*$/.exec(found)?.[0] ?? '';
    return found.slice(0, found.length - end.length).endsWith(content) ? content + end : null;
  });
  return written.includes(null) ? null : written.join('');
}

/** The post that it belongs to is not known yet (`data-links.ts`). */
export function downloadLink(block: Placeholder, { dataFiles }: DrawingContext): Element {
  const href = dataUrl(dataFiles.get(block)?.name ?? '');
  return h(
    'p',
    {},
    h('a', { className: ['data-download'], href, download: true }, 'Download as CSV'),
  );
}
