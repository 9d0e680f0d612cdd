import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { type BlockDrawer, downloadLink, drawProblems, numberedCaption, table } from '../drawer.ts';
import { type CsvTable, readCsv } from './csv.ts';

const AMOUNT = String.raw`[-+−]?(?:\d[\d,\u202F\u00A0 ]*)?[.,]?\d+(?:e[-+−]?\d+)?`;
const NUMBER = new RegExp(`^[<>≤≥~≈±]?\\s*${AMOUNT}\\s*%?(?:\\s*[±–-]\\s*${AMOUNT})?$`, 'i');
const NO_NUMBER = /^(?:|[-–—]|n\.?\s?[ad]\.?|nan)$/i;

export const drawCsv: BlockDrawer = (block, context) => {
  const { numbered, name } = block;
  const read = readCsv(block.source);
  if ('problems' in read) {
    const failure = drawProblems(block, 'malformed-csv', read.problems, context);
    if (numbered !== undefined) failure.properties.id = numbered.id;
    return failure;
  }
  const caption = numberedCaption(numbered, name === null ? [] : [text(name)]);
  const shown = csvTable(read, caption);
  shown.properties.id = numbered?.id;
  return h('div', 'data-table', shown, downloadLink(block, context));
};

export function csvTable({ header, rows }: CsvTable, caption: ElementContent[]): Element {
  const isNumeric = header.cells.map((_, column) => isNumberColumn(rows, column));
  const align = (column: number) => (isNumeric[column] ? { align: 'right' } : {});
  const headings = header.cells.map((name, column) =>
    name === '' ? h('td', align(column)) : h('th', { scope: 'col', ...align(column) }, name),
  );
  const cellOf = (cell: string, column: number) => {
    if (column === 0 && !isNumeric[0] && cell !== '') return h('th', { scope: 'row' }, cell);
    const shown = isNumeric[column] && !NO_NUMBER.test(cell) ? withMinus(cell) : cell;
    return h('td', align(column), ...(cell === '' ? [] : [shown]));
  };
  return table(
    caption,
    headings,
    rows.map(({ cells }) => cells.map(cellOf)),
  );
}

function withMinus(number: string): string {
  return number.replaceAll(/(\d\s*)?-/g, (_, before?: string) =>
    before === undefined ? '−' : `${before}–`,
  );
}

function isNumberColumn(rows: CsvTable['rows'], column: number): boolean {
  const cells = rows.map((row) => row.cells[column] ?? '').filter((cell) => !NO_NUMBER.test(cell));
  const areNumbers = cells.every((cell) => cell.length < 60 && NUMBER.test(cell));
  return areNumbers && !cells.every((cell) => PAIR.test(cell)) && !cells.some(isIdentifier);
}

/** A range or an identifier. */
const PAIR = /^(\d+)-(\d+)$/;

function isIdentifier(cell: string): boolean {
  const [, low, high = ''] = PAIR.exec(cell) ?? [];
  return low !== undefined && (Number(low) >= Number(high) || /^0\d/.test(high));
}
