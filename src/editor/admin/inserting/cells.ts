/** A line, or several where a cell between quotation marks has breaks. */
const ROW = /(?:(?<![^\t,\n]) *"(?:[^"]|"")*" *(?=[\t,\n]|$)|[^\n])+/g;
const CELLS = {
  '\t': /\t(?: *"((?:[^"]|"")*)" *(?=\t|$)|([^\t]*))/g,
  ',': /,(?: *"((?:[^"]|"")*)" *(?=,|$)|([^,]*))/g,
};

/**
 * The rows of a table as a form has them, one a line: cells between tabs, as spreadsheets copy them, or between commas;
 * what is copied may stand below what was written. A cell between quotation marks may have any character.
 */
export function rowsOf(text: string): string[][] {
  const rows = [...text.matchAll(ROW)].map(([row]) => {
    const mark = row.includes('\t') ? '\t' : ',';
    const cells = [...`${mark}${row}`.matchAll(CELLS[mark])];
    return cells.map(([, quoted, bare = '']) => (quoted?.replaceAll('""', '"') ?? bare).trim());
  });
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  return filled.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
}

/** Cells between commas. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(quoted).join(',')).join('\n');
}

const NUMBER = /^[<>≤≥~]?\s*[-−+]?\d[\d,.]*(?:\s*[±×].*)?$/;

/**
 * A table of Markdown, with columns of numbers to the right.
 *
 * @param columns how columns were aligned, `:-- | --:`, which stays if there are as many
 */
export function markdownTable(text: string, columns: string): string {
  const [head = [], ...rows] = rowsOf(text);
  const line = (row: readonly string[]) => {
    const cells = row.map((cell) => cell.replace(/\s/g, ' ').replace(/(?<!\\)\|/g, '\\|'));
    return `| ${cells.join(' | ')} |`;
  };
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
  return { body: csvOf([head, ...rows].map(splitRow)), columns };
}

function splitRow(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
