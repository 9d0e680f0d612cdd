/** A cell between quotation marks may have any character. */
export function rowsOf(text: string): string[][] {
  const cells = text.includes('\t')
    ? /([\t\n])(?: *"((?:[^"]|"")*)" *(?=[\t\n]|$)|([^\t\n]*))/g
    : /([,\n])(?: *"((?:[^"]|"")*)" *(?=[,\n]|$)|([^,\n]*))/g;
  const rows: string[][] = [];
  for (const [, before, quoted, bare = ''] of `\n${text}`.matchAll(cells)) {
    if (before === '\n') rows.push([]);
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).trim());
  }
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  return filled.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map(quoted).join(',')).join('\n');
}

const NUMBER = /^[<>≤≥~]?\s*[-−+]?\d[\d,.]*(?:\s*[±×].*)?$/;

/**
 * Columns of numbers are aligned to the right.
 *
 * @param columns `:-- | --:`, the former alignment, kept if there are as many columns
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
