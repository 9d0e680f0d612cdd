import { CsvError, parse } from 'csv-parse/sync';
import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import {
  type BlockDrawer,
  downloadLink,
  drawProblems,
  numberedCaption,
  type Problem,
  table,
} from '../drawer.ts';

/** UTF-16 code units. */
const MAX_LENGTH = 200_000;
const MAX_ROWS = 1_000;
const MAX_COLUMNS = 50;

export type CsvTable = { header: Row; rows: Row[] };

type Row = { cells: string[] /** Counts from 1, in the text. */; line: number };

/** The line by which Excel names the separator. */
const SEPARATOR_LINE = /^(\s*)"?sep=(.)"?(?=[ \t\r]*\n)/i;

/**
 * Its separator is that of Excel's line, or the first of tab, semicolon and comma that gives every
 * row the same number of cells, at least two.
 */
export function readCsv(text: string): CsvTable | { problems: Problem[] } {
  if (text.length > MAX_LENGTH) {
    return tooLarge(`${count(text.length)} characters; at most ${count(MAX_LENGTH)}`);
  }
  const [, , separator] = SEPARATOR_LINE.exec(text) ?? [];
  const lines = text.replace(SEPARATOR_LINE, '$1');
  const separators = separator ?? `\t;,${delimiterOf(lines)}`;
  const read = [...separators].map((each) => readRows(lines, each));
  const { rows, problem } = read.find(isEven) ?? read.at(-1) ?? { rows: [], problem: null };
  if (problem !== null) return { problems: [problem] };
  const [header, ...body] = rows;
  if (header === undefined) return { problems: [{ line: 1, message: 'there is no data' }] };
  if (body.length === 0) {
    return { problems: [{ line: header.line, message: 'there is a header but no row below it' }] };
  }
  const width = header.cells.length;
  if (width > MAX_COLUMNS) return tooLarge(`${width} columns; at most ${MAX_COLUMNS}`);
  if (body.length > MAX_ROWS)
    return tooLarge(`${count(body.length)} rows; at most ${count(MAX_ROWS)}`);
  const problems = body
    .filter(({ cells }) => cells.length !== width)
    .map(({ cells, line }) => ({
      line,
      message: `${cells.length} ${cells.length === 1 ? 'column' : 'columns'} where the header has ${width}`,
    }));
  return problems.length > 0 ? { problems } : { header, rows: body };
}

function isEven({ rows, problem }: ReturnType<typeof readRows>): boolean {
  const width = rows[0]?.cells.length ?? 0;
  return problem === null && width > 1 && rows.every(({ cells }) => cells.length === width);
}

/** @returns the rows, up to a syntax error */
function readRows(text: string, delimiter: string) {
  const rows: Row[] = [];
  let lastLine = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        const breaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
        const isEmpty = cells.every((cell) => cell === '');
        if (!isEmpty) rows.push({ cells, line: lines - breaks });
        lastLine = lines;
        return null;
      },
    });
    return { rows, problem: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = CSV_ERRORS[error.code] ?? error.message;
    return { rows, problem: { line: lastLine + 1, message } };
  }
}

const CSV_ERRORS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened but never closed',
  CSV_INVALID_CLOSING_QUOTE:
    'text follows a closing quotation mark; write "" for a quotation mark in a cell',
  INVALID_OPENING_QUOTE:
    'there is a quotation mark inside a cell; put the cell in quotation marks and write ""',
};

function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  if (first.includes(',')) return ',';
  return ['\t', ';'].find((each) => first.includes(each)) ?? ',';
}

function tooLarge(what: string): { problems: Problem[] } {
  const message = `${what} can be shown. Offer the file as an attachment instead`;
  return { problems: [{ line: 1, message }] };
}

function count(value: number): string {
  return value.toLocaleString('en-AU');
}

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
