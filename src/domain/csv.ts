import type { ColumnOption } from 'csv-stringify/sync';

/**
 * Where a cell begins that a spreadsheet would take for a formula (OWASP, CSV Injection), whatever white
 * space or control characters stand before it: spreadsheets drop them. Of csv-stringify's own
 * `escape_formulas` a space is enough to hide one.
 */
const FORMULA = /^(?=[\s\p{C}]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** The same within a value, for a spreadsheet that separates by semicolons, tabs or lines alone. */
const HIDDEN_FORMULA = /([;\t\r\n]["'\s\p{C}]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

function escapeFormulas(value: string): string {
  return value.replace(HIDDEN_FORMULA, "$1'").replace(FORMULA, "'");
}

/**
 * Rows as CSV (RFC 4180) for spreadsheets, page by page: with a byte order mark, by which they know
 * UTF-8, and with an apostrophe before whatever they would take for a formula.
 *
 * @param columns the keys of a row, and what stands above them
 */
export async function* toCsv<Row extends Record<string, string>>(
  columns: Readonly<Record<keyof Row & string, string>>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  const options = {
    columns: Object.entries(columns).map(([key, header]): ColumnOption => ({ key, header })),
    cast: { string: escapeFormulas },
    quoted: true,
    record_delimiter: 'windows' as const,
  };
  yield stringify([], { ...options, header: true, bom: true });
  for await (const page of pages) yield stringify([...page], options);
}
