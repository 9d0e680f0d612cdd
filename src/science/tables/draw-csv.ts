import type { Element } from 'hast';
import { h, text } from '../../text/hast.ts';
import { type BlockDrawer, downloadLink, drawProblems, numberedCaption } from '../drawer.ts';
import { type CsvTable, readCsv } from './csv.ts';

const AMOUNT = String.raw`[-+−]?(?:\d[\d,\u202F\u00A0 ]*)?[.,]?\d+(?:e[-+−]?\d+)?`;
/** A number as it is compared: with a sign, a relation, an exponent, a range or deviation. */
const NUMBER = new RegExp(`^[<>≤≥~≈±]?\\s*${AMOUNT}\\s*%?(?:\\s*[±–-]\\s*${AMOUNT})?$`, 'i');
/** Cells that stand for a missing number. */
const NO_NUMBER = /^(?:|[-–—]|n\.?\s?[ad]\.?|nan)$/i;

/** Draws a block of CSV as a table with its caption and its data to download. */
export const drawCsv: BlockDrawer = (block, context) => {
  const { numbered, name } = block;
  const table = readCsv(block.source);
  if ('problems' in table) {
    const failure = drawProblems(block, 'malformed-csv', table.problems, context);
    if (numbered !== undefined) failure.properties.id = numbered.id;
    return failure;
  }
  const caption = numberedCaption(numbered, name === null ? [] : [text(name)]);
  return h(
    'div',
    { className: ['data-table'] },
    h(
      'table',
      { id: numbered?.id },
      ...(caption.length === 0 ? [] : [h('caption', {}, ...caption)]),
      ...partsOf(table),
    ),
    downloadLink(block, context),
  );
};

function partsOf({ header, rows }: CsvTable): Element[] {
  const isNumeric = header.cells.map((_, column) => isNumberColumn(rows, column));
  const align = (column: number) => (isNumeric[column] ? { align: 'right' } : {});
  const headerCells = header.cells.map((name, column) =>
    name === '' ? h('td', align(column)) : h('th', { scope: 'col', ...align(column) }, name),
  );
  const shown = (cell: string, column: number) =>
    isNumeric[column] && !NO_NUMBER.test(cell) ? withMinus(cell) : cell;
  const bodyRows = rows.map(({ cells }) =>
    h(
      'tr',
      {},
      ...cells.map((cell, column) =>
        column === 0 && !isNumeric[0] && cell !== ''
          ? h('th', { scope: 'row' }, cell)
          : h('td', align(column), ...(cell === '' ? [] : [shown(cell, column)])),
      ),
    ),
  );
  return [h('thead', {}, h('tr', {}, ...headerCells)), h('tbody', {}, ...bodyRows)];
}

/** A number with a true minus, and a dash in a range. */
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
