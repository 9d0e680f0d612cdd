import type { Element, ElementContent } from 'hast';
import type { InertElement } from '../../text/inert.ts';
import { labelId } from '../../text/labels.ts';
import { numberedCaption } from '../captions.ts';
import { downloadLink } from '../data-files.ts';
import { type Drawer, type DrawingContext, drawFailure } from '../drawer.ts';
import { checkColumns } from './columns.ts';
import { type CsvProblem, type CsvTable, readCsv } from './csv.ts';

const AMOUNT = String.raw`[-+−]?(?:\d[\d,\u202F\u00A0 ]*)?[.,]?\d+(?:e[-+−]?\d+)?`;
/** A number as it is compared: with a sign, a relation, an exponent, a range or deviation. */
const NUMBER = new RegExp(`^[<>≤≥~≈±]?\\s*${AMOUNT}\\s*%?(?:\\s*[±–-]\\s*${AMOUNT})?$`, 'i');
/** What authors write into a cell for a missing number. */
const NO_NUMBER = /^(?:|[-–—]|n\.?\s?[ad]\.?|nan)$/i;

/** Draws blocks of CSV as tables, each with its caption and its data to download. */
export const drawCsv: Drawer = async (elements, context) => {
  for (const element of elements) {
    if (element.isBlock) element.replace([drawTable(element, context)]);
  }
};

function drawTable(element: InertElement, context: DrawingContext): ElementContent {
  const table = readCsv(element.source);
  if ('problems' in table) return drawProblems(element, table.problems, context);
  const label = element.label === null ? undefined : context.labels.get(element.label);
  const rows = table.rows.map((cells, row) => ({ cells, line: element.line + row + 1 }));
  const words = { header: table.header, rows, caption: element.name ?? '', line: element.line };
  checkColumns(words, context.report);
  const caption = numberedCaption(label, element.name === null ? [] : [text(element.name)]);
  const file = context.dataFiles.get(element);
  return elementOf('div', { className: ['data-table'] }, [
    elementOf('table', label === undefined ? {} : { id: labelId(label.label) }, [
      ...(caption.length === 0 ? [] : [elementOf('caption', {}, caption)]),
      ...partsOf(table),
    ]),
    ...(file === undefined ? [] : [elementOf('p', {}, [downloadLink(file)])]),
  ]);
}

function drawProblems(
  element: InertElement,
  problems: readonly CsvProblem[],
  { report }: DrawingContext,
): ElementContent {
  const told = problems.map(({ line, message }) => ({ line: element.line + line - 1, message }));
  for (const { line, message } of told) {
    report('malformed-csv', { line }, `${capitalized(message)}.`, 'error');
  }
  const [first] = told;
  const failure = drawFailure(element, `Line ${first?.line}: ${first?.message}.`);
  if (element.label !== null) failure.properties.id = labelId(element.label);
  return failure;
}

function partsOf({ header, rows }: CsvTable): Element[] {
  const isNumeric = header.map((_, column) => isNumberColumn(rows, column));
  const align = (column: number) => (isNumeric[column] ? { align: 'right' } : {});
  const headerCells = header.map((name, column) =>
    name === ''
      ? elementOf('td', align(column), [])
      : elementOf('th', { scope: 'col', ...align(column) }, [text(name)]),
  );
  const shown = (cell: string, column: number) =>
    isNumeric[column] && !NO_NUMBER.test(cell) ? withMinus(cell) : cell;
  const bodyRows = rows.map((cells) =>
    elementOf(
      'tr',
      {},
      cells.map((cell, column) =>
        column === 0 && !isNumeric[0] && cell !== ''
          ? elementOf('th', { scope: 'row' }, [text(cell)])
          : elementOf('td', align(column), cell === '' ? [] : [text(shown(cell, column))]),
      ),
    ),
  );
  return [
    elementOf('thead', {}, [elementOf('tr', {}, headerCells)]),
    elementOf('tbody', {}, bodyRows),
  ];
}

/** A number with a true minus, and a dash in a range. */
function withMinus(number: string): string {
  return number.replaceAll(/(\d\s*)?-/g, (_, before?: string) =>
    before === undefined ? '−' : `${before}–`,
  );
}

function isNumberColumn(rows: readonly string[][], column: number): boolean {
  const cells = rows.map((cells) => cells[column] ?? '').filter((cell) => !NO_NUMBER.test(cell));
  return cells.length > 0 && cells.every((cell) => cell.length < 60 && NUMBER.test(cell));
}

function elementOf(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}

function capitalized(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
