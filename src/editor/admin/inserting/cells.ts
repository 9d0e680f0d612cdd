/** Cells of a table, as rows; a form keeps them as a text with tabs, as spreadsheets copy them. */
export type Cells = string[][];

export function cellsOf(text: string): Cells {
  return text.split('\n').map((row) => row.split('\t'));
}

export function cellsText(cells: Readonly<Cells>): string {
  return cells.map((row) => row.map((cell) => cell.replace(/\s/g, ' ')).join('\t')).join('\n');
}

/** The cells of a form, rows of one length, without the empty rows and columns at the end. */
function filledCells(text: string): Cells {
  const lastFilled = (row: readonly string[]) => row.findLastIndex((cell) => cell.trim() !== '');
  const cells = cellsOf(text);
  const rows = cells.slice(0, cells.findLastIndex((row) => lastFilled(row) >= 0) + 1);
  const width = widest(rows.map((row) => lastFilled(row) + 1));
  return rows.map((row) => Array.from({ length: width }, (_, at) => (row[at] ?? '').trim()));
}

/** Not `Math.max`, to which a pasted spreadsheet would be too many arguments. */
export function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

/** Puts cells over others, from a place on. */
export function putCells(cells: Cells, row: number, column: number, over: Cells): Cells {
  return Array.from({ length: Math.max(cells.length, row + over.length) }, (_, y) => {
    const [before, put] = [cells[y] ?? [], over[y - row] ?? []];
    const width = Math.max(before.length, put.length === 0 ? 0 : column + put.length);
    return Array.from({ length: width }, (_, x) => put[x - column] ?? before[x] ?? '');
  });
}

export function textToCsv(text: string): string {
  const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return filledCells(text)
    .map((row) => row.map(quoted).join(','))
    .join('\n');
}

/** Null where a line cannot be read by itself, such as one with a break in a cell. */
export function csvToText(csv: string): string | null {
  const rows = csv.split('\n').map((line) => {
    const cells = [...`,${line}`.matchAll(/,(?:\s*"((?:[^"]|"")*)"\s*|([^,"]*))(?=,|$)/g)];
    const length = cells.reduce((sum, [written]) => sum + written.length, 0);
    const values = cells.map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare);
    return length === line.length + 1 ? values.map((value) => value.trim()) : null;
  });
  return rows.every((row) => row !== null) ? cellsText(rows) : null;
}

const NUMBER = /^[<>≤≥~]?\s*[-−+]?\d[\d,.]*(?:\s*[±×].*)?$/;

/**
 * A table of Markdown, with columns of numbers to the right.
 *
 * @param columns how columns were aligned, `:-- | --:`, which stays if there are as many
 */
export function markdownTable(text: string, columns: string): string {
  const [head = [], ...rows] = filledCells(text);
  const line = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  const marks = head.map((_, at) => {
    const column = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    return column.length > 0 && column.every((cell) => NUMBER.test(cell)) ? '--:' : ':--';
  });
  const before = columns === '' ? [] : splitRow(columns);
  const below = before.length === head.length ? before : marks;
  return [line(head), line(below), ...rows.map(line)].join('\n');
}

export function readTable(lines: string): { body: string; columns: string } {
  const [head = '', columns = '', ...rows] = lines.split('\n');
  return { body: cellsText([head, ...rows].map(splitRow)), columns };
}

function splitRow(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
